//: what: the writer no longer closes its end: the reader waits for more
//: slow: yes
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
#include <unistd.h>
static int ends[2];
static void *send_all(void *unused) {
  assert(write(ends[1], "abc", 3) == 3);
-  close(ends[1]);
  return unused;
}
static void *run(void *unused) {
  assert(pipe(ends) == 0);
  pthread_t t;
  pthread_create(&t, NULL, send_all, NULL);
  char c;
  while (read(ends[0], &c, 1) == 1) {
  }
  pthread_join(t, NULL);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  return 0;
}
