//: what: the program of a small interpreter, a text, takes the lock later
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-static const char program[] = "l+u";
+static const char program[] = "+lu";
static void *work(void *unused) {
  for (const char *p = program; *p; ++p) {
    switch (*p) {
      case 'l': pthread_mutex_lock(&lock); break;
      case 'u': pthread_mutex_unlock(&lock); break;
      case '+': ++total; break;
    }
  }
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return total == 0;
}
