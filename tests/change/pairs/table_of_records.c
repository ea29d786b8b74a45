//: what: an array of structures: the flag of one entry differs
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct job {
  const char *name;
  int locked;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-static const struct job jobs[] = {{"first", 1}, {"second", 1}};
+static const struct job jobs[] = {{"first", 1}, {"second", 0}};
static void run(const struct job *j) {
  if (j->locked) pthread_mutex_lock(&lock);
  ++total;
  if (j->locked) pthread_mutex_unlock(&lock);
}
static void *one(void *unused) {
  run(&jobs[0]);
  return unused;
}
static void *two(void *unused) {
  run(&jobs[1]);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return total == 0;
}
