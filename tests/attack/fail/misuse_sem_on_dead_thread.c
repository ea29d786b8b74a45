// shows: a semaphore on the stack of a thread that has ended is posted
// kind: heap
// subkind: use-after-return
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t* _Atomic shared;
static void* Owner(void* arg) {
  sem_t mine;
  sem_init(&mine, 0, 0);
  shared = &mine;
  return arg;  // forgot to wait for the post
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Owner, 0);
  sem_t* s;
  while (!(s = shared)) {
  }
  sem_post(s);
  pthread_join(t, 0);
  return 0;
}
