// shows: two threads nest the same two locks in two orders, each in the middle of other locked work
// set: fresh
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int counter = 1, rounds;
void* Up(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    ++counter;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  }
  return nullptr;
}
void* Down(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&a);
    ++counter;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    --counter;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 1);
  pthread_t t, u;
  pthread_create(&t, nullptr, Up, nullptr);
  pthread_create(&u, nullptr, Down, nullptr);
  pthread_join(t, nullptr), pthread_join(u, nullptr);
}
