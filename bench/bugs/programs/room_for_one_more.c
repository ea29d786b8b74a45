// shows: N visitors enter a room of one by a semaphore; who finds it full gives a permit back that it never had
// set: once
// args: 2
// args: 4
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

sem_t room;
atomic_int inside;
void* Visit(void* arg) {
  (void)arg;
  if (sem_trywait(&room) == 0) {
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
  }
  sem_post(&room);
  return NULL;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t t[16];
  sem_init(&room, 0, 1);
  for (int i = 0; i <= n; ++i) pthread_create(&t[i], NULL, Visit, NULL);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], NULL);
  return 0;
}
