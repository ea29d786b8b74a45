// shows: exit called by a thread while main still works
// kind: exit
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void* Run(void* arg) {
  exit(done ? 0 : 3);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  done = 1;
  pthread_join(thread, NULL);
  return 0;
}
