// V3 InputBuffer, Tomcat 7.0, corrected: one lock around what belongs together.
#include <mutex>
#include <thread>

struct Request {
  int left = 3;
  int Read() { return left > 0 ? left-- : -1; }
};

class InputBuffer {
 public:
  void SetRequest(Request* request) {
    std::lock_guard<std::mutex> guard(mutex_);
    request_ = request;
  }
  int Read() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (closed_) return -2;
    if (request_ == nullptr) return -1;
    state_ = 1;
    return request_->Read();
  }

 private:
  std::mutex mutex_;
  Request* request_ = nullptr;
  int state_ = 0;
  bool closed_ = false;
};

static InputBuffer buffer;
static Request request;

int main() {
  buffer.SetRequest(&request);
  std::thread first([] {
    buffer.SetRequest(nullptr);
    buffer.Read();
  });
  std::thread second([] {
    buffer.Read();
    buffer.SetRequest(&request);
  });
  first.join();
  second.join();
}
