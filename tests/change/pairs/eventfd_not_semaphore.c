//: what: an eventfd loses its semaphore mode: the first reader takes both tokens
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include "pair.h"
#include <sys/eventfd.h>
#include <unistd.h>
static int tokens;
static void *take(void *unused) {
  unsigned long n;
  if (read(tokens, &n, 8) != 8) return &tokens;
  return unused;
}
static void *run(void *unused) {
-  tokens = eventfd(2, EFD_SEMAPHORE);
+  tokens = eventfd(2, 0);
  TWO_THREADS(take, take);
  close(tokens);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  return 0;
}
