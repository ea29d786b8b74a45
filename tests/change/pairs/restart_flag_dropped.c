//: what: a handler is installed without SA_RESTART, and a read is not tried again
//: slow: yes
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include "pair.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>
static int ends[2];
static void on_signal(int n) { (void)n; }
static void *reader(void *unused) {
  char c;
  ssize_t r = read(ends[0], &c, 1);
  assert(r == 1);
  return unused;
}
static void *run(void *unused) {
  assert(pipe(ends) == 0);
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_handler = on_signal;
-  a.sa_flags = SA_RESTART;
+  a.sa_flags = 0;
  sigaction(SIGUSR1, &a, NULL);
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  pthread_kill(t, SIGUSR1);
  assert(write(ends[1], "x", 1) == 1);
  pthread_join(t, NULL);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  return 0;
}
