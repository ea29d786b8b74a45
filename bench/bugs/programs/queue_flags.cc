// shows: a queue whose "may take" and "may put" flags are changed outside of the lock that guards the queue
// set: held
// args: 2
// args: 4
#include <pthread.h>

#include "bug.h"

enum { kSize = 8 };
int items[kSize], stored[kSize], head, tail, amount, rounds;
bool may_put = true, may_take;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Put(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    if (may_put) {
      stored[i] = i + 10;
      items[tail++ % kSize] = i + 10;
      ++amount;
    }
    pthread_mutex_unlock(&m);
    may_put = false;
    may_take = true;
  }
  return nullptr;
}
void* Take(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    if (may_take) {
      assert(amount > 0);
      --amount;
      assert(items[head++ % kSize] == stored[i]);
    }
    pthread_mutex_unlock(&m);
    may_take = false;
    may_put = true;
  }
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 2);
  pthread_t a, b;
  pthread_create(&a, nullptr, Put, nullptr);
  pthread_create(&b, nullptr, Take, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
