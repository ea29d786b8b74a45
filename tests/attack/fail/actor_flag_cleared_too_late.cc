// shows: an actor looks into its mailbox, then says that it is not scheduled: mail in between stays
// kind: assert
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
std::atomic<int> mail{0};
std::atomic<bool> scheduled{false};
int done;
std::mutex m;
std::condition_variable cv;
int runs;
bool quit;
void Send() {
  mail++;
  if (!scheduled.exchange(true)) {
    std::lock_guard l(m);
    ++runs;
    cv.notify_one();
  }
}
void Worker() {
  for (;;) {
    {
      std::unique_lock l(m);
      cv.wait(l, [] { return quit || runs; });
      if (!runs) return;
      --runs;
    }
    while (mail > 0) {
      --mail;
      ++done;
    }
    scheduled = false;
  }
}
int main() {
  std::thread w(Worker);
  std::thread s(Send);
  Send();
  s.join();
  {
    std::lock_guard l(m);
    quit = true;
  }
  cv.notify_all();
  w.join();
  assert(done == 2);
}
