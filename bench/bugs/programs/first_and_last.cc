// shows: the first of a group takes the lock for all, the last gives it back; two groups meet in both orders
// set: tune
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER, room = PTHREAD_MUTEX_INITIALIZER;
int group_a, group_b;
void* EnterA(void*) {
  pthread_mutex_lock(&count_lock);
  if (++group_a == 1) pthread_mutex_lock(&room);
  pthread_mutex_unlock(&count_lock);
  pthread_mutex_lock(&count_lock);
  if (--group_a == 0) pthread_mutex_unlock(&room);
  pthread_mutex_unlock(&count_lock);
  return nullptr;
}
void* EnterB(void*) {
  pthread_mutex_lock(&count_lock);
  if (++group_b == 1) pthread_mutex_lock(&room);
  pthread_mutex_unlock(&count_lock);
  pthread_mutex_lock(&count_lock);
  if (--group_b == 0) pthread_mutex_unlock(&room);
  pthread_mutex_unlock(&count_lock);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> threads(static_cast<unsigned>(n) * 2);
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i % 2 ? EnterB : EnterA, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
