// shows: the owner takes jobs at the end and thieves at the head; the owner takes the last one without a look at the head again
// set: last
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
std::atomic<int> head, tail;
int job[8], done[8], jobs;
int Take() {
  const int t = tail.load() - 1;
  tail.store(t);
  if (head.load() <= t) return job[t];
  pthread_mutex_lock(&m);
  if (head.load() > t) {
    tail.store(t + 1);
    pthread_mutex_unlock(&m);
    return -1;
  }
  pthread_mutex_unlock(&m);
  return job[t];
}
int Steal() {
  pthread_mutex_lock(&m);
  const int h = head.load();
  int got = -1;
  if (h < tail.load()) {
    got = job[h];
    head.store(h + 1);
  }
  pthread_mutex_unlock(&m);
  return got;
}
void Do(int j) {
  if (j < 0) return;
  assert(done[j] == 0);
  done[j] = 1;
}
void* Thief(void*) {
  for (int i = 0; i < 2; ++i) Do(Steal());
  return nullptr;
}
int main(int argc, char** argv) {
  jobs = Count(argc, argv, 2);
  pthread_t thief;
  pthread_create(&thief, nullptr, Thief, nullptr);
  for (int i = 0; i < jobs; ++i) {
    const int t = tail.load();
    job[t] = i;
    tail.store(t + 1);
  }
  for (int i = 0; i < jobs; ++i) Do(Take());
  pthread_join(thief, nullptr);
}
