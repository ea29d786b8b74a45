// shows: a lock is not given back if a thread finds the other one's mark; whoever needs it next waits forever
// set: fresh
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int mark, rounds;
void* First(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&a);
    mark = 1;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    mark = 0;
    pthread_mutex_unlock(&b);
  }
  return nullptr;
}
void* Second(void*) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&b);
    if (mark == 1) return nullptr;
    pthread_mutex_unlock(&b);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 1);
  pthread_t t, u;
  pthread_create(&t, nullptr, First, nullptr);
  pthread_create(&u, nullptr, Second, nullptr);
  pthread_join(t, nullptr), pthread_join(u, nullptr);
}
