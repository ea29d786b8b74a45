// shows: a thread that is the first member is joined after the members it uses were destroyed
// kind: heap|race
#include <atomic>
#include <thread>
#include <vector>

class Service {
 public:
  Service() : data_(100, 1) {
    thread_ = std::jthread([this](std::stop_token stop) {
      while (!stop.stop_requested() && turns_ < 3) sum_ += data_[static_cast<std::size_t>(turns_++)];
    });
  }

 private:
  std::jthread thread_;
  std::vector<int> data_;
  std::atomic<int> turns_{0}, sum_{0};
};

int main() { Service service; }
