// shows: numbers are handed over by a flag under a lock; the adder takes a second number before the first one was marked as taken
// set: held
// args: 2
// args: 4
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
int number, there, last;
long total;
void* Give(void*) {
  for (int i = 1; i <= last; ++i) {
    pthread_mutex_lock(&m);
    while (there > 0) pthread_cond_wait(&empty, &m);
    number = i;
    there = 1;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Add(void*) {
  for (int i = 1; i <= last; ++i) {
    pthread_mutex_lock(&m);
    while (there == 0) pthread_cond_wait(&full, &m);
    there = 0;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&m);
    total += number;  // after the place was given back
  }
  return nullptr;
}
int main(int argc, char** argv) {
  last = Count(argc, argv, 2);
  pthread_t a, b;
  pthread_create(&a, nullptr, Give, nullptr);
  pthread_create(&b, nullptr, Add, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
  assert(total == static_cast<long>(last) * (last + 1) / 2);
}
