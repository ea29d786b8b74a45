//: what: the empty bit field between two that two threads write is gone: both are in one unit now
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include "pair.h"
static struct {
  unsigned left : 4;
-  unsigned : 0;
  unsigned right : 4;
} flags;
static void* one(void* unused) {
  flags.left = 3;
  return unused;
}
static void* two(void* unused) {
  flags.right = 5;
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return flags.left + flags.right == 0;
}
