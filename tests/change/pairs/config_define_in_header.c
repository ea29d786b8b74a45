//: what: a generated config.h says that there are no atomics: the counter's macros are plain
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: counter.c
//: slow: yes
#include "counter.h"
#include "pair.h"
static void* user(void* unused) {
  counter_get();
  counter_put();
  return unused;
}
int main(void) {
  TWO_THREADS(user, user);
  return 0;
}
//: file: config.h
-#define HAVE_ATOMICS 1
+/* #undef HAVE_ATOMICS */
//: file: counter.h
void counter_get(void);
void counter_put(void);
//: file: counter.c
#include "counter.h"
#include "config.h"
#ifdef HAVE_ATOMICS
#define ADD(p, n) __atomic_fetch_add((p), (n), __ATOMIC_SEQ_CST)
#else
#define ADD(p, n) (*(p) += (n))
#endif
static int counter;
void counter_get(void) { ADD(&counter, 1); }
void counter_put(void) { ADD(&counter, -1); }
