// shows: a semaphore is destroyed while a thread waits for it
// kind: misuse
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void* Work(void* arg) {
  sem_wait(&s);
  return arg;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, Work, 0);
  sem_destroy(&s);
  sem_init(&s, 0, 1);
  pthread_join(t, 0);
  return 0;
}
