//: what: a callback is registered after the threads have started
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
typedef void (*Callback)(void);
static Callback callback;
static void hello(void) {}
static void *fire(void *unused) {
  if (callback) callback();
  return unused;
}
int main(void) {
  pthread_t t;
-  callback = hello;
  pthread_create(&t, NULL, fire, NULL);
+  callback = hello;
  pthread_join(t, NULL);
  return 0;
}
