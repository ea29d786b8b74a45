//: what: in a table that the linker collects from a section, counting comes before locking
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
typedef void hook(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void count(void) { ++total; }
static void lock_it(void) { pthread_mutex_lock(&lock); }
static void unlock_it(void) { pthread_mutex_unlock(&lock); }
#define HOOK(n, f) static hook *const hook_##n __attribute__((used, section("hooks"))) = f
-HOOK(1, lock_it);
HOOK(2, count);
+HOOK(1, lock_it);
HOOK(3, unlock_it);
extern hook *const __start_hooks[], *const __stop_hooks[];
static void *add(void *unused) {
  for (hook *const *h = __start_hooks; h < __stop_hooks; ++h) (*h)();
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
