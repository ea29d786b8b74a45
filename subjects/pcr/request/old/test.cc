// V4 Request, Tomcat 7.0, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

struct Session {
  int ended = 0;
  void EndAccess() { ++ended; }
};

class Request {
 public:
  explicit Request(Session* session) : session_(session) {}
  void Recycle() {
    std::lock_guard<std::mutex> guard(mutex_);
    context_ = 0;
    event_ = 0;
    if (session_ != nullptr) session_->EndAccess();
    session_ = nullptr;
  }
  int Context() {
    std::lock_guard<std::mutex> guard(mutex_);
    return context_;
  }

 private:
  std::mutex mutex_;
  int context_ = 1, event_ = 1;
  Session* session_;
};

static Session session;
static Request request(&session);

int main() {
  std::thread first([] {
    request.Recycle();
    request.Context();
  });
  std::thread second([] {
    request.Context();
    request.Recycle();
  });
  first.join();
  second.join();
  assert(session.ended == 1);
}
