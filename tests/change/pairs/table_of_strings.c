//: what: an array of strings inside a function says what each step does
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *work(void *unused) {
-  const char *const steps[] = {"lock", "add", "unlock"};
+  const char *const steps[] = {"skip", "add", "skip"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(steps[i], "lock") == 0) pthread_mutex_lock(&lock);
    if (strcmp(steps[i], "add") == 0) ++total;
    if (strcmp(steps[i], "unlock") == 0) pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return total == 0;
}
