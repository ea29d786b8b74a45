// shows: producers and consumers wait on one condition, one of them is notified: the wrong kind wakes and all sleep
// set: tune
// args: 2 2
// args: 3 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int filled;
int each;
void* Put(void*) {
  for (int i = 0; i < each; ++i) {
    pthread_mutex_lock(&m);
    while (filled == 1) pthread_cond_wait(&changed, &m);
    ++filled;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Get(void*) {
  for (int i = 0; i < each; ++i) {
    pthread_mutex_lock(&m);
    while (filled == 0) pthread_cond_wait(&changed, &m);
    --filled;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  each = argc > 2 ? std::atoi(argv[2]) : 2;
  std::vector<pthread_t> threads(static_cast<unsigned>(n) * 2);
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i % 2 ? Get : Put, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
