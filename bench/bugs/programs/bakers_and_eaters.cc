// shows: bakers and eaters share one condition; a signal may wake one of the wrong kind
// set: last
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int loaves, each = 2;
void* Bake(void*) {
  for (int i = 0; i < each; ++i) {
    pthread_mutex_lock(&m);
    while (loaves == 1) pthread_cond_wait(&changed, &m);
    ++loaves;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Eat(void*) {
  for (int i = 0; i < each; ++i) {
    pthread_mutex_lock(&m);
    while (loaves == 0) pthread_cond_wait(&changed, &m);
    --loaves;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::vector<pthread_t> t(2 * n);
  for (int i = 0; i < 2 * n; ++i) pthread_create(&t[i], nullptr, i % 2 ? Eat : Bake, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
