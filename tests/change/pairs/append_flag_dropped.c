//: what: a log is opened without O_APPEND: two descriptors write over each other
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include "pair.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static char name[] = "/tmp/reweave-pair-XXXXXX";
static void *log_line(void *unused) {
-  int fd = open(name, O_WRONLY | O_APPEND);
+  int fd = open(name, O_WRONLY);
  assert(fd >= 0);
  assert(write(fd, "line\n", 5) == 5);
  close(fd);
  return unused;
}
static void *run(void *unused) {
  int fd = mkstemp(name);
  close(fd);
  TWO_THREADS(log_line, log_line);
  struct stat s;
  stat(name, &s);
  unlink(name);
  assert(s.st_size == 10);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  return 0;
}
