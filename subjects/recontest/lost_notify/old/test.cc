// A mailbox: the receiver waits until there is a message. The change saves the notification when nobody seems to wait, but looks
// at the number of waiting threads outside of the lock.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Mailbox {
 public:
  void Send(int message) {
    std::unique_lock<std::mutex> guard(mutex_);
    message_ = message;
    full_ = true;
    filled_.notify_one();
    ++sent_;
  }
  int Receive() {
    std::unique_lock<std::mutex> guard(mutex_);
    ++waiting_;
    while (!full_) filled_.wait(guard);
    --waiting_;
    full_ = false;
    return message_;
  }
  int sent() {
    std::unique_lock<std::mutex> guard(mutex_);
    return sent_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  int message_ = 0, waiting_ = 0, sent_ = 0;
  bool full_ = false;
};

int main() {
  Mailbox mailbox;
  int received = 0;
  std::thread receiver([&] { received = mailbox.Receive(); });
  std::thread sender([&] { mailbox.Send(7); });
  receiver.join();
  sender.join();
  assert(received == 7 && mailbox.sent() == 1);
}
