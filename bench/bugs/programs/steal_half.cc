// shows: a thief reads how many jobs there are, then takes half of them without asking whether that changed
// set: held
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

constexpr int kJobs = 4;
std::atomic<int> begin{0}, end{0};
std::atomic<int> done[kJobs];
void* Thief(void*) {
  const int from = begin.load(), half = (end.load() - from + 1) / 2;
  if (half <= 0) return nullptr;
  begin.store(from + half);
  for (int i = from; i < from + half; ++i) assert(done[i].fetch_add(1) == 0);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  end = kJobs;
  std::vector<pthread_t> threads(static_cast<unsigned>(n));
  for (pthread_t& t : threads) pthread_create(&t, nullptr, Thief, nullptr);
  for (int e = end.load() - 1; e >= begin.load(); e = end.load() - 1) {
    end.store(e);
    if (begin.load() > e) break;  // a thief has it
    assert(done[e].fetch_add(1) == 0);
  }
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
