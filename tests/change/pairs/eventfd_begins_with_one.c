//: what: an event descriptor that says when the data is there begins with one
//: impact: changed
//: fault: race
//: found: yes
#include <sys/eventfd.h>
#include <unistd.h>
#include <stdint.h>
#include "pair.h"
static int event, data;
static void *write_it(void *unused) {
  uint64_t one = 1;
  data = 1;
  write(event, &one, sizeof one);
  return unused;
}
static void *read_it(void *unused) {
  uint64_t n;
  read(event, &n, sizeof n);
  data += 1;
  return unused;
}
int main(void) {
-  event = eventfd(0, 0);
+  event = eventfd(1, 0);
  TWO_THREADS(write_it, read_it);
  return data == 0;
}
