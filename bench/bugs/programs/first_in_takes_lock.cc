// shows: readers of two kinds: the first of each takes a common lock for its kind, the last gives it back
// set: fresh
// args: 1
#include <pthread.h>

#include "bug.h"

pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER, room = PTHREAD_MUTEX_INITIALIZER;
int left, right, n;
void* Left(void*) {
  pthread_mutex_lock(&door);
  if (++left == 1) pthread_mutex_lock(&room);
  pthread_mutex_unlock(&door);
  pthread_mutex_lock(&door);
  if (--left == 0) pthread_mutex_unlock(&room);
  pthread_mutex_unlock(&door);
  return nullptr;
}
void* Right(void*) {
  pthread_mutex_lock(&door);
  if (++right == 1) pthread_mutex_lock(&room);
  pthread_mutex_unlock(&door);
  pthread_mutex_lock(&door);
  if (--right == 0) pthread_mutex_unlock(&room);
  pthread_mutex_unlock(&door);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 1);
  pthread_t t[16];
  for (int i = 0; i < 2 * n; ++i) pthread_create(&t[i], nullptr, i % 2 ? Right : Left, nullptr);
  for (int i = 0; i < 2 * n; ++i) pthread_join(t[i], nullptr);
}
