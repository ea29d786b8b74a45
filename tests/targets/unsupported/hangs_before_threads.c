// shows: a program that hangs before its first thread is reported, and what comes after that is not claimed to be explored
// expect-exit: 1
// flags: --run-timeout 1s
// message: timeout
// forbid-output: nothing left to explore|is sequential
#include <pthread.h>

static volatile int go;
static void* Works(void* p) { return p; }
int main(void) {
  while (!go) {
  }
  pthread_t t;
  pthread_create(&t, 0, Works, 0);
  pthread_join(t, 0);
  return 0;
}
