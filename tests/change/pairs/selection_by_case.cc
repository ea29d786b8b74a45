//: what: one of ten operations loses its lock: only its tests
//: impact: changed
//: tests: t0 t1 t2 t3 t4 t5 t6 t7 t8 t9
//: select: t3
//: fault: race
//: found: yes
//: args: t3
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b, c, d;
static void A() { pthread_mutex_lock(&lock), a++, pthread_mutex_unlock(&lock); }
static void B() { pthread_mutex_lock(&lock), b++, pthread_mutex_unlock(&lock); }
static void C() { pthread_mutex_lock(&lock), c++, pthread_mutex_unlock(&lock); }
-static void D() { pthread_mutex_lock(&lock), d++, pthread_mutex_unlock(&lock); }
+static void D() { d++; }
static int which;
static void* work(void* unused) {
  if (which == 0 || which > 3) A();
  if (which == 1) B();
  if (which == 2) C();
  if (which == 3) D();
  return unused;
}
int main(int argc, char** argv) {
  which = argc > 1 ? argv[1][1] - '0' : 0;
  TWO_THREADS(work, work);
  return a + b + c + d == 0;
}
