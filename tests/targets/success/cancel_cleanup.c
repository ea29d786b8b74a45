// shows: C cleanup handlers run in reverse order on cancellation and on pop(1), not on pop(0)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int order[3], count;
static sem_t never;

static void Note(void* number) { order[count++] = *(int*)number; }

static void* Run(void* unused) {
  int one = 1, two = 2, three = 3;
  pthread_cleanup_push(Note, &one);
  pthread_cleanup_push(Note, &two);
  pthread_cleanup_push(Note, &three);
  pthread_cleanup_pop(1);
  pthread_cleanup_push(Note, &three);
  pthread_cleanup_pop(0);
  sem_wait(&never);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_cancel(thread);
  void* result;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(count == 3 && order[0] == 3 && order[1] == 2 && order[2] == 1);
  return 0;
}
