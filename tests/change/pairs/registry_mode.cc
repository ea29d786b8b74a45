//: what: a global registry is made without its mode: the default does not lock
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <map>
#include <mutex>
#include <string>
#include <thread>
enum class Mode { kPlain, kLocked };
class Registry {
 public:
  explicit Registry(Mode mode = Mode::kPlain) : mode_(mode) {}
  void Register(const std::string& name, int id) {
    std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
    if (mode_ == Mode::kLocked) lock.lock();
    ids_[name] = id;
  }

 private:
  const Mode mode_;
  std::mutex mutex_;
  std::map<std::string, int> ids_;
};
-static Registry registry(Mode::kLocked);
+static Registry registry;
int main() {
  std::thread a([] { registry.Register("a", 1); });
  std::thread b([] { registry.Register("b", 2); });
  a.join();
  b.join();
}
