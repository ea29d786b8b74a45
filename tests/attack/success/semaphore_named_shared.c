// shows: two threads open one named semaphore and hand a value over
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
static int v;
static void* Puts(void* a) {
  sem_t* s = sem_open("/rw_attack_shared", 0);
  v = 4;
  sem_post(s);
  sem_close(s);
  return a;
}
static void* Run(void* a) {
  pthread_t t;
  sem_unlink("/rw_attack_shared");
  sem_t* s = sem_open("/rw_attack_shared", O_CREAT | O_EXCL, 0600, 0);
  assert(s != SEM_FAILED);
  pthread_create(&t, 0, Puts, 0);
  sem_wait(s);
  assert(v == 4);
  pthread_join(t, 0);
  sem_close(s), sem_unlink("/rw_attack_shared");
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
