// shows: putter and taker wait for each other's turn; after a wake-up the taker does not look again and takes from an empty shelf
// set: held
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int on_shelf, each;
void* Put(void*) {
  for (int i = 0; i < each; ++i) {
    pthread_mutex_lock(&m);
    while (on_shelf > 0) pthread_cond_wait(&changed, &m);
    ++on_shelf;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Take(void*) {
  for (int i = 0; i < each; ++i) {
    pthread_mutex_lock(&m);
    if (on_shelf == 0) pthread_cond_wait(&changed, &m);
    --on_shelf;
    assert(on_shelf >= 0);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  each = Count(argc, argv, 1);
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], nullptr, i % 2 == 0 ? Put : Take, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
