// shows: longjmp over several frames in each thread, with a lock taken and released on the way
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jumps;

static void Deep(jmp_buf* target, int depth) {
  if (depth > 0) Deep(target, depth - 1);
  pthread_mutex_lock(&lock);
  jumps++;
  pthread_mutex_unlock(&lock);
  longjmp(*target, depth + 7);
}

static void* Run(void* unused) {
  jmp_buf here;
  volatile int rounds = 0;
  int value = setjmp(here);
  if (value != 0) assert(value == 7);
  if (rounds++ < 2) Deep(&here, 3);
  assert(rounds == 3);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, Run, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(jumps == 4);
  return 0;
}
