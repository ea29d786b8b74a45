//: what: a server clears its sessions before it joins the thread that accepts them
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <atomic>
#include <memory>
#include <thread>
#include <vector>
struct Session {
  int bytes = 0;
};
class Server {
 public:
  void Start() {
    acceptor_ = std::thread([this] {
      for (int i = 0; i < 2 && !stop_.load(); ++i) sessions_.push_back(std::make_unique<Session>());
    });
  }
  void Stop() {
    stop_.store(true);
-    acceptor_.join();
-    sessions_.clear();
+    sessions_.clear();
+    acceptor_.join();
  }

 private:
  std::atomic<bool> stop_{false};
  std::vector<std::unique_ptr<Session>> sessions_;
  std::thread acceptor_;
};
int main() {
  Server server;
  server.Start();
  server.Stop();
}
