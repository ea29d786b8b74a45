// shows: the first of each kind takes the pool for it, the last gives it back; the counts are under a lock each, the pool is not
// set: last
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER, right_lock = PTHREAD_MUTEX_INITIALIZER, pool = PTHREAD_MUTEX_INITIALIZER;
int left, right;
void* Left(void*) {
  pthread_mutex_lock(&left_lock);
  if (++left == 1) pthread_mutex_lock(&pool);
  pthread_mutex_lock(&right_lock);
  const int others = right;
  pthread_mutex_unlock(&right_lock);
  assert(others >= 0);
  if (--left == 0) pthread_mutex_unlock(&pool);
  pthread_mutex_unlock(&left_lock);
  return nullptr;
}
void* Right(void*) {
  pthread_mutex_lock(&right_lock);
  if (++right == 1) pthread_mutex_lock(&pool);
  pthread_mutex_unlock(&right_lock);
  pthread_mutex_lock(&right_lock);
  if (--right == 0) pthread_mutex_unlock(&pool);
  pthread_mutex_unlock(&right_lock);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> t(2 * n);
  for (int i = 0; i < n; ++i) {
    pthread_create(&t[2 * i], nullptr, Left, nullptr);
    pthread_create(&t[2 * i + 1], nullptr, Right, nullptr);
  }
  for (pthread_t x : t) pthread_join(x, nullptr);
}
