//: what: a pipe is made non-blocking, and the reader does not expect it
//: slow: yes
//: impact: changed
//: fault: assert
//: found: yes
#define _GNU_SOURCE
#include "pair.h"
#include <fcntl.h>
#include <unistd.h>
static int ends[2];
-enum { kFlags = O_CLOEXEC };
+enum { kFlags = O_CLOEXEC | O_NONBLOCK };
static void *send_one(void *unused) {
  assert(write(ends[1], "a", 1) == 1);
  return unused;
}
static void *run(void *unused) {
  assert(pipe2(ends, kFlags) == 0);
  pthread_t t;
  pthread_create(&t, NULL, send_one, NULL);
  char c;
  assert(read(ends[0], &c, 1) == 1);
  pthread_join(t, NULL);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  return 0;
}
