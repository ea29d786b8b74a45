// shows: whoever enters a room first takes the key of the hall, the last one gives it back; two rooms, two orders
// set: unseen
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t count_a = PTHREAD_MUTEX_INITIALIZER, count_b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t hall = PTHREAD_MUTEX_INITIALIZER, cellar = PTHREAD_MUTEX_INITIALIZER;
int in_a, in_b;
void* RoomA(void*) {
  pthread_mutex_lock(&count_a);
  if (++in_a == 1) pthread_mutex_lock(&hall);
  pthread_mutex_unlock(&count_a);
  pthread_mutex_lock(&cellar);
  pthread_mutex_unlock(&cellar);
  pthread_mutex_lock(&count_a);
  if (--in_a == 0) pthread_mutex_unlock(&hall);
  pthread_mutex_unlock(&count_a);
  return nullptr;
}
void* RoomB(void*) {
  pthread_mutex_lock(&count_b);
  if (++in_b == 1) pthread_mutex_lock(&cellar);
  pthread_mutex_unlock(&count_b);
  pthread_mutex_lock(&hall);
  pthread_mutex_unlock(&hall);
  pthread_mutex_lock(&count_b);
  if (--in_b == 0) pthread_mutex_unlock(&cellar);
  pthread_mutex_unlock(&count_b);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[16];
  for (int i = 0; i < 2 * n; ++i) pthread_create(&t[i], nullptr, i % 2 ? RoomB : RoomA, nullptr);
  for (int i = 0; i < 2 * n; ++i) pthread_join(t[i], nullptr);
}
