// shows: three threads work on one number under a lock; only one order of them brings it to the forbidden value
// set: last
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int number, rounds;
void* Add(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    number += 3;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Double(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&m);
    number *= 2;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Look(void*) {
  pthread_mutex_lock(&m);
  assert(number != (rounds == 1 ? 6 : 18));
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 1);
  pthread_t t[3];
  pthread_create(&t[0], nullptr, Double, nullptr);
  pthread_create(&t[1], nullptr, Look, nullptr);
  pthread_create(&t[2], nullptr, Add, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
