// shows: a guest waits for the bell with an if; the bell is rung once, also for another reason
// set: unseen
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
int dishes, fire;
void* Guest(void*) {
  pthread_mutex_lock(&m);
  if (dishes == 0) pthread_cond_wait(&bell, &m);
  if (!fire) {
    assert(dishes > 0);
    --dishes;
  }
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Cook(void*) {
  pthread_mutex_lock(&m);
  ++dishes;
  pthread_cond_broadcast(&bell);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Helper(void*) {
  pthread_mutex_lock(&m);
  pthread_cond_broadcast(&bell);
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) {
    pthread_create(&t[3 * i], nullptr, Guest, nullptr);
    pthread_create(&t[3 * i + 1], nullptr, Cook, nullptr);
    pthread_create(&t[3 * i + 2], nullptr, Helper, nullptr);
  }
  for (int i = 0; i < 3 * n; ++i) pthread_join(t[i], nullptr);
}
