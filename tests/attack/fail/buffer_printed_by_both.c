// shows: two threads print into one buffer
// kind: race
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char buf[32];

static void* F(void* a) {
  snprintf(buf, sizeof buf, "%ld%ld", (long)a, (long)a);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, F, (void*)1);
  pthread_create(&b, 0, F, (void*)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
