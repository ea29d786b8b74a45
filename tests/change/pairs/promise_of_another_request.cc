//: what: a map of open requests is searched without the lock when an answer comes
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <future>
#include <map>
#include <mutex>
#include <thread>
class Client {
 public:
  std::future<int> Send(int id) {
    std::lock_guard<std::mutex> guard(mutex_);
    return open_[id].get_future();
  }
  void OnAnswer(int id, int value) {
-    std::lock_guard<std::mutex> guard(mutex_);
    auto found = open_.find(id);
    if (found == open_.end()) return;
+    std::lock_guard<std::mutex> guard(mutex_);
    found->second.set_value(value);
    open_.erase(found);
  }

 private:
  std::mutex mutex_;
  std::map<int, std::promise<int>> open_;
};
int main() {
  Client client;
  auto first = client.Send(1);
  std::thread network([&] { client.OnAnswer(1, 10); });
  auto second = client.Send(2);
  first.get();
  network.join();
}
