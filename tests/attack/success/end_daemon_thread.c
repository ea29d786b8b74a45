// shows: a thread that works for ever does not keep the process from ending
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_ulong ticks;

static void* Tick(void* arg) {
  for (;;) atomic_fetch_add(&ticks, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Tick, NULL);
  pthread_detach(thread);
  return 0;
}
