// shows: a pool is told to stop; a worker leaves although a job was put in before
// set: tune
// args: 1
// args: 3
#include "bug.h"

std::mutex m;
std::condition_variable wake;
int jobs, ran;
bool stop;
int main(int argc, char** argv) {
  const int workers = Count(argc, argv, 1);
  std::vector<std::thread> pool;
  for (int i = 0; i < workers; ++i)
    pool.emplace_back([] {
      std::unique_lock l(m);
      for (;;) {
        wake.wait(l, [] { return stop || jobs > 0; });
        if (stop) return;
        --jobs;
        ++ran;
      }
    });
  {
    std::lock_guard l(m);
    ++jobs;
  }
  wake.notify_one();
  {
    std::lock_guard l(m);
    stop = true;
  }
  wake.notify_all();
  for (auto& t : pool) t.join();
  assert(ran == 1);
}
