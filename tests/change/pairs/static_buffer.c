//: what: a function formats into a static buffer instead of the caller's
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-static const char *name_of(int n, char *buffer) {
+static const char *name_of(int n, char *unused) {
+  static char buffer[4];
  buffer[0] = (char)('a' + n);
  buffer[1] = 0;
  return buffer;
}
static void *work(void *unused) {
  char buffer[4];
  return name_of(1, buffer)[0] == 'z' ? NULL : unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
