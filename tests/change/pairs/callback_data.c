//: what: a callback gets the shared record as its data
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct record { int n; };
static struct record one, two;
struct task { void (*run)(void *); void *data; };
static void bump(void *data) { ((struct record *)data)->n++; }
static void *worker(void *task) {
  ((struct task *)task)->run(((struct task *)task)->data);
  return NULL;
}
int main(void) {
  struct task x = {bump, &one};
-  struct task y = {bump, &two};
+  struct task y = {bump, &one};
  pthread_t a, b;
  pthread_create(&a, NULL, worker, &x);
  pthread_create(&b, NULL, worker, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return two.n == 9;
}
