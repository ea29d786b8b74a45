//: what: unsubscribe lost its lock: "only the main thread calls it"
//: impact: changed
//: tests: publish subscribe unsubscribe
//: select: unsubscribe
//: args: unsubscribe
//: fault: any
//: found: yes
//: slow: yes
#include <algorithm>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
class Bus {
 public:
  using Handler = std::function<void(int)>;
  int Subscribe(Handler handler) {
    std::lock_guard<std::mutex> guard(mutex_);
    handlers_.emplace_back(++last_, std::move(handler));
    return last_;
  }
  void Unsubscribe(int id) {
-    std::lock_guard<std::mutex> guard(mutex_);
+    // Only the main thread calls this.
    auto gone = std::remove_if(handlers_.begin(), handlers_.end(), [id](const auto& h) { return h.first == id; });
    handlers_.erase(gone, handlers_.end());
  }
  void Publish(int value) {
    std::vector<std::pair<int, Handler>> now;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      now = handlers_;
    }
    for (auto& [id, handler] : now) handler(value);
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<int, Handler>> handlers_;
  int last_ = 0;
};
int main(int argc, char** argv) {
  std::string test = argc > 1 ? argv[1] : "publish";
  Bus bus;
  int id = bus.Subscribe([](int) {});
  std::thread publisher([&] { bus.Publish(1); });
  if (test == "subscribe") bus.Subscribe([](int) {});
  if (test == "unsubscribe") bus.Unsubscribe(id);
  publisher.join();
}
