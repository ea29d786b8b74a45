//: what: a getter gets a fast path without the read lock
//: impact: changed
//: tests: get set
//: select: set
//: args: set
//: fault: race
//: found: yes
//: slow: yes
#include <string.h>
#include "pair.h"
struct route {
  int network, gateway, metric;
};
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct route routes[3] = {{1, 10, 1}, {2, 20, 1}, {3, 30, 1}};
static int lookup(int network) {
  int gateway = -1;
+  if (routes[0].network == network) return routes[0].gateway;
  pthread_rwlock_rdlock(&lock);
  for (int i = 0; i < 3; i++)
    if (routes[i].network == network) gateway = routes[i].gateway;
  pthread_rwlock_unlock(&lock);
  return gateway;
}
static void change(int network, int gateway) {
  pthread_rwlock_wrlock(&lock);
  for (int i = 0; i < 3; i++)
    if (routes[i].network == network) routes[i].gateway = gateway;
  pthread_rwlock_unlock(&lock);
}
static const char* test;
static void* a(void* unused) {
  lookup(1);
  return unused;
}
static void* b(void* unused) {
  if (!strcmp(test, "set")) change(1, 11);
  else lookup(2);
  return unused;
}
int main(int argc, char** argv) {
  test = argc > 1 ? argv[1] : "get";
  TWO_THREADS(a, b);
  return 0;
}
