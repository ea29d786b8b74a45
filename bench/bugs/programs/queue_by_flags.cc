// shows: one thread fills a queue, another empties it; flags say when each may begin, and the length is not part of them
// set: fresh
// args: 2
// args: 5
#include <pthread.h>

#include "bug.h"

constexpr int kSize = 8;
int stored[kSize], queue[kSize], head, tail, amount, n;
bool filling = true, emptying;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Fill(void*) {
  pthread_mutex_lock(&m);
  stored[0] = 1;
  queue[tail++] = 1;
  ++amount;
  pthread_mutex_unlock(&m);
  for (int i = 1; i < n; ++i) {
    pthread_mutex_lock(&m);
    if (filling) {
      stored[i] = i + 1;
      queue[tail++] = i + 1;
      ++amount;
      filling = false;
      emptying = true;
    }
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Empty(void*) {
  for (int i = 0; i < n; ++i) {
    pthread_mutex_lock(&m);
    if (emptying) {
      assert(amount > 0 && queue[head] == stored[i]);
      ++head, --amount;
      emptying = false;
      filling = true;
    }
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  pthread_t t, u;
  pthread_create(&t, nullptr, Fill, nullptr);
  pthread_create(&u, nullptr, Empty, nullptr);
  pthread_join(t, nullptr), pthread_join(u, nullptr);
}
