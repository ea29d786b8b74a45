//: what: a handler of fork gives the lock back in the child only
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int spawned;
static void before(void) { pthread_mutex_lock(&lock); }
static void after(void) { pthread_mutex_unlock(&lock); }
static void child(void) { pthread_mutex_unlock(&lock); }
static void *count(void *unused) {
  pthread_mutex_lock(&lock);
  spawned++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
-  pthread_atfork(before, after, child);
+  pthread_atfork(before, NULL, child);
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  waitpid(pid, NULL, 0);
  TWO_THREADS(count, count);
  return spawned != 2;
}
