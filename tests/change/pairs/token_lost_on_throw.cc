//: what: the token of a semaphore is given back by hand, and not when the job throws
//: impact: changed
//: fault: deadlock
//: found: yes
//: args: throw
//: slow: yes
#include <semaphore>
#include <stdexcept>
#include <string>
#include <thread>
class Limiter {
 public:
  template <class F>
  void Run(F&& job) {
    free_.acquire();
-    struct Back {
-      std::counting_semaphore<1>& free;
-      ~Back() { free.release(); }
-    } back{free_};
-    job();
+    job();
+    free_.release();
  }

 private:
  std::counting_semaphore<1> free_{1};
};
int main(int argc, char** argv) {
  Limiter limiter;
  bool fails = argc > 1 && std::string(argv[1]) == "throw";
  auto client = [&] {
    try {
      limiter.Run([&] {
        if (fails) throw std::runtime_error("refused");
      });
    } catch (const std::exception&) {
    }
  };
  std::thread a(client), b(client);
  a.join();
  b.join();
}
