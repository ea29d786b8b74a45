//: what: two workers that shared a mutex get one each
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <memory>
#include <mutex>
#include <thread>
int total;
struct Worker {
  explicit Worker(std::shared_ptr<std::mutex> m) : mutex(std::move(m)) {}
  void Run() {
    std::lock_guard<std::mutex> held(*mutex);
    ++total;
  }
  std::shared_ptr<std::mutex> mutex;
};
int main() {
  auto shared = std::make_shared<std::mutex>();
  Worker x(shared);
-  Worker y(shared);
+  Worker y(std::make_shared<std::mutex>());
  std::thread a([&] { x.Run(); }), b([&] { y.Run(); });
  a.join();
  b.join();
}
