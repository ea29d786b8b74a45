// shows: asprintf puts its result into a pointer that both threads use
// kind: race
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
static char* text;
static void* Prints(void* a) {
  (void)!asprintf(&text, "%d", 7);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Prints, 0);
  Prints(0);
  pthread_join(t, 0);
  return 0;
}
