//: what: two flags of two threads become bits of one word
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Flags {
-  unsigned reading;
-  unsigned writing;
+  unsigned reading : 1;
+  unsigned writing : 1;
};
static struct Flags flags;
static void *reader(void *unused) {
  flags.reading = 1;
  return unused;
}
static void *writer(void *unused) {
  flags.writing = 1;
  return unused;
}
int main(void) {
  TWO_THREADS(reader, writer);
  return flags.reading + flags.writing != 2;
}
