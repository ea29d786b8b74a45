// shows: a thread pushes under a lock and sets a flag for all, another pops as often as the flag says at its first look
// set: fresh
// args: 2
// args: 5
#include <pthread.h>

#include "bug.h"

constexpr int kMost = 8;
int stack[kMost], top, n;
bool filled;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* PushAll(void*) {
  for (int i = 0; i < n; ++i) {
    pthread_mutex_lock(&m);
    assert(top < kMost);
    stack[top++] = i;
    filled = true;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* PopAll(void*) {
  for (int i = 0; i < n; ++i) {
    pthread_mutex_lock(&m);
    if (filled) assert(top > 0), --top;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  pthread_t t, u;
  pthread_create(&t, nullptr, PushAll, nullptr);
  pthread_create(&u, nullptr, PopAll, nullptr);
  pthread_join(t, nullptr), pthread_join(u, nullptr);
}
