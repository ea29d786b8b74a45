//: what: two fields change places; one is read through the address of the whole
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
#include "pair.h"
#include <string.h>
struct mode {
-  int locked;
-  int level;
+  int level;
+  int locked;
};
static struct mode mode;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int first_of(const struct mode *mode) {
  int out;
  memcpy(&out, mode, sizeof out);
  return out;
}
static void *add(void *unused) {
  int locked = first_of(&mode);
  if (locked) pthread_mutex_lock(&m);
  value++;
  if (locked) pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  mode.locked = 1;
  mode.level = 0;
  TWO_THREADS(add, add);
  return 0;
}
