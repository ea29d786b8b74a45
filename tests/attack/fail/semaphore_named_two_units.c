// shows: a named semaphore with two units is no lock
// kind: assert|race
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t* s;
static int n;
static char name[64];

static void* F(void* a) {
  sem_wait(s);
  n++;
  sem_post(s);
  return a;
}

int main(void) {
  snprintf(name, sizeof name, "/rwt%d", getpid());
  s = sem_open(name, O_CREAT, 0600, 2);
  assert(s != SEM_FAILED);
  sem_unlink(name);
  pthread_t a, b;
  pthread_create(&a, 0, F, 0);
  pthread_create(&b, 0, F, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  return 0;
}
