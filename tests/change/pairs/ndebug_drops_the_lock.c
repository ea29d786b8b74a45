//: what: a release build (-DNDEBUG): the locks were taken inside assert
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: new-flags: -DNDEBUG
//: slow: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account { long balance; int moves; } account;
static void deposit(struct account* a, long by) {
  assert(pthread_mutex_lock(&lock) == 0);
  a->balance += by;
  a->moves++;
  assert(pthread_mutex_unlock(&lock) == 0);
}
static void* teller(void* unused) {
  deposit(&account, 10);
  return unused;
}
int main(void) {
  (void)lock;
  TWO_THREADS(teller, teller);
  return 0;
}
