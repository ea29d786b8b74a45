//: what: another template argument: a policy that does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
struct Locking {
  Locking() { pthread_mutex_lock(&lock); }
  ~Locking() { pthread_mutex_unlock(&lock); }
};
struct Free {
  Free() {}
  ~Free() {}
};
template <typename Policy>
struct Counter {
  void Add() {
    Policy policy;
    ++total;
  }
};
-using Ours = Counter<Locking>;
+using Ours = Counter<Free>;
static void* work(void* unused) {
  Ours().Add();
  return unused;
}
int main() {
  Counter<Free>().Add();
  Counter<Locking>().Add();
  TWO_THREADS(work, work);
  return total == 0;
}
