// shows: a work-stealing deque whose owner takes the last element without asking the thieves; each element knows how often it was done
// set: tune
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

constexpr int kItems = 3;
struct Item {
  std::atomic<int> done{0};
};
Item work[kItems];
std::atomic<int> head{0}, tail{0};
pthread_mutex_t thief_lock = PTHREAD_MUTEX_INITIALIZER;
void Do(int i) { assert(work[i].done.fetch_add(1) == 0); }
int Pop() {
  int t = tail.load() - 1;
  const int h = head.load();  // read before the tail is written: a thief may come in between
  tail.store(t);
  if (h <= t) return t;
  tail.store(t + 1);
  pthread_mutex_lock(&thief_lock);
  int got = -1;
  t = tail.load() - 1;
  if (head.load() <= t) tail.store(t), got = t;
  pthread_mutex_unlock(&thief_lock);
  return got;
}
int Steal() {
  pthread_mutex_lock(&thief_lock);
  const int h = head.load();
  int got = -1;
  if (h < tail.load()) {
    head.store(h + 1);
    got = h;
  }
  pthread_mutex_unlock(&thief_lock);
  return got;
}
void* Thief(void*) {
  for (int i = 0; i < 2; ++i)
    if (const int got = Steal(); got >= 0) Do(got);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> threads(static_cast<unsigned>(n));
  for (pthread_t& t : threads) pthread_create(&t, nullptr, Thief, nullptr);
  for (int i = 0; i < kItems; ++i) tail.store(i + 1);
  for (int i = 0; i < kItems; ++i)
    if (const int got = Pop(); got >= 0) Do(got);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
