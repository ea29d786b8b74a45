// shows: a bounded buffer of one whose put and get wait for one condition and wake one waiter: all may sleep
// set: fresh
// args: 2 2
// args: 3 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int count, each;
void* Put(void*) {
  for (int i = 0; i < each; ++i) {
    pthread_mutex_lock(&m);
    while (count == 1) pthread_cond_wait(&changed, &m);
    ++count;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Get(void*) {
  for (int i = 0; i < each; ++i) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&changed, &m);
    --count;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  each = argc > 2 ? std::atoi(argv[2]) : 2;
  pthread_t t[16];
  for (int i = 0; i < 2 * n; ++i) pthread_create(&t[i], nullptr, i < n ? Put : Get, nullptr);
  for (int i = 0; i < 2 * n; ++i) pthread_join(t[i], nullptr);
}
