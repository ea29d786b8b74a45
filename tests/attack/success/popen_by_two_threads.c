// shows: two threads start commands at the same time: libc's own lock around popen and system is given back with a wakeup
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *Ask(void *p) {
  FILE *f = popen("echo hi", "r");
  char text[8] = "";
  assert(f && fgets(text, sizeof text, f) && !strcmp(text, "hi\n"));
  assert(pclose(f) == 0);
  assert(system("true") == 0);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Ask, 0);
  Ask(0);
  pthread_join(t, 0);
}
