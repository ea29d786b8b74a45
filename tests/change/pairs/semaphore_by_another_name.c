//: what: one of two threads opens a semaphore of another name
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <fcntl.h>
#include "pair.h"
static int total;
static void *add(void *unused) {
  sem_t *s = sem_open("/rw-pair-one", O_CREAT, 0600, 1);
  sem_wait(s);
  ++total;
  sem_post(s);
  sem_close(s);
  return unused;
}
static void *sub(void *unused) {
-  sem_t *s = sem_open("/rw-pair-one", O_CREAT, 0600, 1);
+  sem_t *s = sem_open("/rw-pair-two", O_CREAT, 0600, 1);
  sem_wait(s);
  --total;
  sem_post(s);
  sem_close(s);
  return unused;
}
int main(void) {
  TWO_THREADS(add, sub);
  sem_unlink("/rw-pair-one");
  sem_unlink("/rw-pair-two");
  return total != 0;
}
