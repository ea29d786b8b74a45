// shows: orders are put on a list under a lock and taken after a look at the length without it
// set: last
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int order[16], length, orders;
void* Put(void*) {
  for (int i = 0; i < orders; ++i) {
    pthread_mutex_lock(&m);
    order[length++] = i + 1;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Take(void*) {
  for (int i = 0; i < orders; ++i) {
    if (length == 0) continue;
    pthread_mutex_lock(&m);
    assert(length > 0);
    order[--length] = 0;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  orders = Count(argc, argv, 1);
  pthread_t t[3];
  pthread_create(&t[0], nullptr, Put, nullptr);
  pthread_create(&t[1], nullptr, Take, nullptr);
  pthread_create(&t[2], nullptr, Take, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
