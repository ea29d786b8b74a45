// shows: which of two locks is taken first depends on a count that both threads raise
// set: last
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
int count, work;
void* Work(void*) {
  pthread_mutex_lock(&c);
  const bool odd = count++ % 2;
  pthread_mutex_unlock(&c);
  pthread_mutex_lock(odd ? &b : &a);
  pthread_mutex_lock(odd ? &a : &b);
  ++work;
  pthread_mutex_unlock(odd ? &a : &b);
  pthread_mutex_unlock(odd ? &b : &a);
  return nullptr;
}
int main(int argc, char** argv) {
  std::vector<pthread_t> t(Count(argc, argv, 2));
  for (pthread_t& x : t) pthread_create(&x, nullptr, Work, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
