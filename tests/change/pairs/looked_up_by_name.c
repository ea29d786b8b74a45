//: what: another name is looked up among the program's functions
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -rdynamic
//: new-flags: -rdynamic
#include <dlfcn.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
void take(void) { pthread_mutex_lock(&lock); }
void drop(void) { pthread_mutex_unlock(&lock); }
void nothing(void) {}
static void call(const char *name) { ((void (*)(void))dlsym(NULL, name))(); }
static void *add(void *unused) {
-  call("take");
+  call("nothing");
  ++total;
-  call("drop");
+  call("nothing");
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
