//: what: a declaration is bound to another function by its assembler name
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
//: units: guards.c
#include "pair.h"
-void enter(void) __asm__("guard_enter");
-void leave(void) __asm__("guard_leave");
+void enter(void) __asm__("guard_none");
+void leave(void) __asm__("guard_none");
static int value;
static void *add(void *unused) {
  enter();
  value++;
  leave();
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
//: file: guards.c
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void guard_enter(void) { pthread_mutex_lock(&m); }
void guard_leave(void) { pthread_mutex_unlock(&m); }
void guard_none(void) {}
