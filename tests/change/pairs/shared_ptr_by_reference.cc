//: what: a shared_ptr is used by reference while another thread resets it
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <memory>
#include <mutex>
#include <thread>

struct Session {
  int id = 1;
};

class Server {
 public:
  Server() : session_(std::make_shared<Session>()) {}
-  std::shared_ptr<Session> Current() {
+  const std::shared_ptr<Session>& Current() {
    std::lock_guard<std::mutex> guard(mutex_);
    return session_;
  }
  void Close() {
    std::lock_guard<std::mutex> guard(mutex_);
    session_ = std::make_shared<Session>();
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<Session> session_;
};

Server server;
int id;
int main() {
-  std::thread a([] { auto s = server.Current(); id = s->id; });
+  std::thread a([] { auto& s = server.Current(); id = s->id; });
  std::thread b([] { server.Close(); });
  a.join();
  b.join();
}
