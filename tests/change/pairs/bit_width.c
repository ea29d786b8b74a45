//: what: a bit field is too narrow for the number of the lock
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include "pair.h"
struct task {
-  unsigned lock : 4;
+  unsigned lock : 1;
  unsigned kind : 4;
};
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static struct task task;
static int value;
static void *by_task(void *unused) {
  pthread_mutex_lock(&locks[task.lock]);
  value++;
  pthread_mutex_unlock(&locks[task.lock]);
  return unused;
}
static void *by_number(void *unused) {
  pthread_mutex_lock(&locks[2]);
  value++;
  pthread_mutex_unlock(&locks[2]);
  return unused;
}
int main(int argc, char **argv) {
  task.lock = (unsigned)argc + 1;
  TWO_THREADS(by_task, by_number);
  return argv == NULL;
}
