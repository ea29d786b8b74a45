//: what: a value of a tagged union is written before its tag, behind the unlock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include "pair.h"
struct value {
  enum { INT, REAL } tag;
  union {
    int i;
    double d;
  } u;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct value shared = {INT, {1}};
static void set_real(double d) {
  pthread_mutex_lock(&lock);
  shared.tag = REAL;
-  shared.u.d = d;
  pthread_mutex_unlock(&lock);
+  shared.u.d = d;
}
static double get(void) {
  pthread_mutex_lock(&lock);
  double out = shared.tag == INT ? shared.u.i : shared.u.d;
  pthread_mutex_unlock(&lock);
  return out;
}
static void* a(void* unused) {
  set_real(2.5);
  return unused;
}
static void* b(void* unused) {
  get();
  return unused;
}
int main(void) {
  TWO_THREADS(a, b);
  return 0;
}
