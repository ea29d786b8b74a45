/* A unit of work in C: a call of a function on a record. V 1: the lock is gone. */
#include <pthread.h>

struct account {
  int balance, entries;
};
static struct account a;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(struct account* to) { to->entries = to->entries + 1; }  // inner
static void deposit(struct account* to, int amount) {
  to->balance = to->balance + amount;
  count(to);
}

static void* work(void* arg) {
#if !V
  pthread_mutex_lock(&lock);
#endif
  deposit(&a, 5);
#if !V
  pthread_mutex_unlock(&lock);
#endif
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, work, 0);
  pthread_create(&two, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
