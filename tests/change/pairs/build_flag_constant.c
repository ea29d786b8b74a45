//: what: another constant by -D: how many may come in
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -DSLOTS=1
//: new-flags: -DSLOTS=2
#include "pair.h"
static sem_t slots;
static int total;
static void *add(void *unused) {
  sem_wait(&slots);
  ++total;
  sem_post(&slots);
  return unused;
}
int main(void) {
  sem_init(&slots, 0, SLOTS);
  TWO_THREADS(add, add);
  return total == 0;
}
