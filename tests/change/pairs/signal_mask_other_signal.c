//: what: a signal is no longer blocked while its handler's lock is held
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include "pair.h"
#include <signal.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void on_signal(int n) {
  pthread_mutex_lock(&lock);
  count += n > 0;
  pthread_mutex_unlock(&lock);
}
static void *work(void *unused) {
  sigset_t s;
  sigemptyset(&s);
-  sigaddset(&s, SIGUSR1);
+  sigaddset(&s, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &s, NULL);
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  pthread_sigmask(SIG_UNBLOCK, &s, NULL);
  return unused;
}
int main(void) {
  signal(SIGUSR1, on_signal);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, NULL);
  return 0;
}
