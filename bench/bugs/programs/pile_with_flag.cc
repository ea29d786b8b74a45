// shows: a flag says that the pile is not empty; it is set outside the lock
// set: last
// args: 3
// args: 5
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int pile[16], top, size;
bool some;
void* Push(void*) {
  for (int i = 0; i < size; ++i) {
    pthread_mutex_lock(&m);
    pile[top++] = i;
    pthread_mutex_unlock(&m);
    some = true;
  }
  return nullptr;
}
void* Pop(void*) {
  for (int i = 0; i < size; ++i) {
    if (!some) continue;
    pthread_mutex_lock(&m);
    assert(top != 0);
    if (--top == 0) some = false;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  size = Count(argc, argv, 2);
  pthread_t a, b;
  pthread_create(&a, nullptr, Push, nullptr);
  pthread_create(&b, nullptr, Pop, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
