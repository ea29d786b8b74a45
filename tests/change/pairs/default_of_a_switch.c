//: what: a command has no case of its own any more and runs as the default
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
enum command { GET, SET, RESET };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void run(enum command command) {
  switch (command) {
    case SET:
-    case RESET:
      pthread_mutex_lock(&lock);
      value = command == SET;
      pthread_mutex_unlock(&lock);
      break;
    default:
      if (command != GET) value = 0;
  }
}
static void *set(void *unused) {
  run(SET);
  return unused;
}
static void *reset(void *unused) {
  run(RESET);
  return unused;
}
int main(void) {
  TWO_THREADS(set, reset);
  return 0;
}
