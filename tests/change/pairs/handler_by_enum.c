//: what: the commands of a table by enumerator: a new command is put in front, the table is not moved along
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-enum Command { kAdd, kPeek, kCommands };
+enum Command { kPing, kAdd, kPeek, kCommands };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void add(void) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
}
static void add_alone(void) { total++; }
static void (*const handlers[4])(void) = {add, add_alone, add, add};
static void *work(void *unused) {
  handlers[kAdd]();
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return kCommands == 0;
}
