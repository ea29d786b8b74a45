//: what: the same source, built with -funsigned-char: a char is never below 0
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -fsigned-char
//: new-flags: -funsigned-char
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char many = (char)-1;
static int total;
static void *add(void *unused) {
  if (many < 0) pthread_mutex_lock(&lock);
  ++total;
  if (many < 0) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  many = (char)(many | 1);
  TWO_THREADS(add, add);
  return 0;
}
