//: what: a version script hides the functions that are looked up by name
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -rdynamic -Wl,--version-script=open.map
//: new-flags: -rdynamic -Wl,--version-script=closed.map
#include <dlfcn.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
void take(void) { pthread_mutex_lock(&lock); }
void drop(void) { pthread_mutex_unlock(&lock); }
static void call(const char *name) {
  void (*f)(void) = (void (*)(void))dlsym(NULL, name);
  if (f) f();
}
static void *add(void *unused) {
  call("take");
  ++total;
  call("drop");
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
//: file: open.map
{ global: *; };
//: file: closed.map
{ local: take; drop; };
