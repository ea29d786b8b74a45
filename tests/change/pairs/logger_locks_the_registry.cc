//: what: formatting moved under the sink's lock asks the registry, which logs under its own lock: a cycle
//: impact: changed
//: fault: deadlock
//: found: yes
//: slow: yes
#include <map>
#include <mutex>
#include <string>
#include <thread>
class Registry;
class Sink {
 public:
  void Write(const std::string& name, Registry& registry);

 private:
  std::mutex mutex_;
  std::string text_;
};
class Registry {
 public:
  explicit Registry(Sink& sink) : sink_(sink) {}
  int Level(const std::string& name) {
    std::lock_guard<std::mutex> guard(mutex_);
    return levels_[name];
  }
  void Set(const std::string& name, int level) {
    std::lock_guard<std::mutex> guard(mutex_);
    levels_[name] = level;
    sink_.Write("", *this);
  }

 private:
  Sink& sink_;
  std::mutex mutex_;
  std::map<std::string, int> levels_;
};
void Sink::Write(const std::string& name, Registry& registry) {
-  int level = name.empty() ? 0 : registry.Level(name);
-  std::lock_guard<std::mutex> guard(mutex_);
+  std::lock_guard<std::mutex> guard(mutex_);
+  int level = name.empty() ? 0 : registry.Level(name);
  text_ += std::to_string(level) + name;
}
int main() {
  Sink sink;
  Registry registry(sink);
  std::thread a([&] { sink.Write("net", registry); });
  std::thread b([&] { registry.Set("net", 2); });
  a.join();
  b.join();
}
