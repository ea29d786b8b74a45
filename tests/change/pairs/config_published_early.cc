//: what: a reload publishes the new configuration before it is filled
//: impact: changed
//: tests: read reload
//: select: reload
//: args: reload
//: fault: race
//: found: yes
//: slow: yes
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>
struct Config {
  int port = 0;
  std::map<std::string, std::string> values;
};
class Settings {
 public:
  Settings() : current_(new Config) { kept_.emplace_back(current_.load()); }
  void Reload(int port) {
    auto next = std::make_unique<Config>();
-    next->port = port;
-    next->values["name"] = "server";
-    current_.store(next.get(), std::memory_order_release);
+    current_.store(next.get(), std::memory_order_release);
+    next->port = port;
+    next->values["name"] = "server";
    kept_.push_back(std::move(next));
  }
  int port() const { return current_.load(std::memory_order_acquire)->port; }

 private:
  std::atomic<Config*> current_;
  std::vector<std::unique_ptr<Config>> kept_;
};
int main(int argc, char** argv) {
  Settings settings;
  bool reload = argc > 1 && std::string(argv[1]) == "reload";
  std::thread reader([&] { settings.port(); });
  if (reload) settings.Reload(80);
  reader.join();
}
