// shows: a detached thread's key destructor writes into a log that main frees after the work is done
// kind: heap|race
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_key_t key;
static sem_t done;
static int* log_;

static void Ends(void* p) { log_[0] += *(int*)p, free(p); }
static void* Work(void* a) {
  int* own = malloc(4);
  *own = 1;
  pthread_setspecific(key, own);
  sem_post(&done);
  return a;
}
int main(void) {
  pthread_t t;
  log_ = calloc(1, 4);
  sem_init(&done, 0, 0);
  pthread_key_create(&key, Ends);
  pthread_create(&t, 0, Work, 0);
  pthread_detach(t);
  sem_wait(&done);
  free(log_);
  return 0;
}
