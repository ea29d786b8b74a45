// shows: a deque whose owner takes the lock only if it sees a conflict; the thief looks before it moves its end
// set: held
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

std::atomic<long> front, back;
int work[16], done[16], n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
bool Pop(int& out) {
  long b = back - 1;
  back = b;
  if (front <= b) return out = work[b], true;
  back = b + 1;
  pthread_mutex_lock(&m);
  b = back - 1;
  const bool some = front <= b;
  if (some) back = b, out = work[b];
  pthread_mutex_unlock(&m);
  return some;
}
bool Steal(int& out) {
  pthread_mutex_lock(&m);
  const long f = front;
  const bool some = f < back;
  if (some) out = work[f], front = f + 1;
  pthread_mutex_unlock(&m);
  return some;
}
void* Thief(void*) {
  int x;
  for (int i = 0; i < n; ++i)
    if (Steal(x)) assert(++done[x] == 1);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 1);
  for (int i = 0; i < n + 1; ++i) work[i] = i;
  back = n + 1;
  pthread_t t;
  pthread_create(&t, nullptr, Thief, nullptr);
  int x;
  for (int i = 0; i < n + 1; ++i)
    if (Pop(x)) assert(++done[x] == 1);
  pthread_join(t, nullptr);
}
