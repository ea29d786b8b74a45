// shows: threads leave out what they do not want to be told: null pointers are nobody's variable
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static void* Asks(void* a) {
  struct timeval none = {0, 0};
  char own[8], *here = getcwd(NULL, 4096);
  assert(here && time(NULL) > 0 && strtol("12", NULL, 10) == 12);
  snprintf(NULL, 0, "%s%n", "text", (int[1]){0});
  snprintf(own, sizeof own, "%.2s|%*d", "abc", 3, 7);
  sigprocmask(SIG_BLOCK, NULL, NULL);
  select(0, NULL, NULL, NULL, &none);
  fflush(NULL);
  free(here);
  return a;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, Asks, 0);
  pthread_create(&y, 0, Asks, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
