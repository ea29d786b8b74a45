//: what: the handlers of fork are not registered: the child meets a lock that nobody gives back
//: slow: yes
//: impact: changed
//: fault: any
//: found: yes
#include "pair.h"
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void take(void) { pthread_mutex_lock(&lock); }
static void give(void) { pthread_mutex_unlock(&lock); }
static void *count(void *unused) {
  take();
  ++n;
  give();
  return unused;
}
int main(void) {
-  pthread_atfork(take, give, give);
+  (void)0;
  pthread_t t;
  pthread_create(&t, NULL, count, NULL);
  pid_t child = fork();
  if (child == 0) {
    if (pthread_mutex_trylock(&lock) != 0) _exit(1);
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  pthread_join(t, NULL);
  assert(status == 0);
  return 0;
}
