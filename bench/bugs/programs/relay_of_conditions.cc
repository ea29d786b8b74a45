// shows: a relay of three over two conditions; the second runner looks without the lock before it waits
// set: held
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c1 = PTHREAD_COND_INITIALIZER, c2 = PTHREAD_COND_INITIALIZER;
int first, second, rounds;
void* One(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    ++first;
    pthread_cond_signal(&c1);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Two(void*) {
  for (int i = 0; i < rounds; ++i) {
    const bool there = first > i;
    pthread_mutex_lock(&m);
    if (!there) pthread_cond_wait(&c1, &m);
    ++second;
    pthread_cond_signal(&c2);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Three(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    while (second <= i) pthread_cond_wait(&c2, &m);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 1);
  pthread_t a, b, c;
  pthread_create(&a, nullptr, One, nullptr);
  pthread_create(&b, nullptr, Two, nullptr);
  pthread_create(&c, nullptr, Three, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr), pthread_join(c, nullptr);
}
