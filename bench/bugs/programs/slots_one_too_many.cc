// shows: a store of two places has a semaphore of three; two sellers and one buyer
// set: unseen
// args: 2
// args: 3
#include <pthread.h>
#include <semaphore.h>

#include "bug.h"

int store[4], used, each;
sem_t room, goods;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Sell(void*) {
  for (int i = 0; i < each; ++i) {
    sem_wait(&room);
    pthread_mutex_lock(&m);
    assert(used < 2);
    store[used++] = 1;
    pthread_mutex_unlock(&m);
    sem_post(&goods);
  }
  return nullptr;
}
void* Buy(void*) {
  for (int i = 0; i < 2 * each; ++i) {
    sem_wait(&goods);
    pthread_mutex_lock(&m);
    --used;
    pthread_mutex_unlock(&m);
    sem_post(&room);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  each = Count(argc, argv, 2);
  sem_init(&room, 0, 3);
  sem_init(&goods, 0, 0);
  pthread_t t[3];
  pthread_create(&t[0], nullptr, Buy, nullptr);
  pthread_create(&t[1], nullptr, Sell, nullptr);
  pthread_create(&t[2], nullptr, Sell, nullptr);
  for (pthread_t id : t) pthread_join(id, nullptr);
}
