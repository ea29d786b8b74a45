//: what: a std::function is called itself, not a copy of it that was made under the lock
//: impact: changed
//: tests: call replace
//: select: replace
//: args: replace
//: fault: race
//: found: yes
//: slow: yes
#include <functional>
#include <mutex>
#include <string>
#include <thread>
class Hook {
 public:
  void Set(std::function<int(int)> f) {
    std::lock_guard<std::mutex> guard(mutex_);
    f_ = std::move(f);
  }
  int Call(int n) {
-    std::function<int(int)> f;
-    {
-      std::lock_guard<std::mutex> guard(mutex_);
-      f = f_;
-    }
-    return f ? f(n) : n;
+    return f_ ? f_(n) : n;
  }

 private:
  std::mutex mutex_;
  std::function<int(int)> f_;
};
int main(int argc, char** argv) {
  Hook hook;
  hook.Set([](int n) { return n + 1; });
  bool replace = argc > 1 && std::string(argv[1]) == "replace";
  std::thread caller([&] { hook.Call(1); });
  if (replace) hook.Set([](int n) { return n + 2; });
  caller.join();
}
