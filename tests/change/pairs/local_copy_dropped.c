//: what: a pointer is read twice instead of once into a local
//: impact: changed
//: fault: any
//: found: yes
#include <stdatomic.h>
#include "pair.h"

struct filter {
  int level;
};
static struct filter only = {1};
static struct filter* _Atomic filter = &only;

static void* log_line(void* p) {
-  struct filter* f = filter;
-  if (f && f->level > 3) return NULL;
+  if (filter && filter->level > 3) return NULL;
  return p;
}
static void* drop(void* p) {
  filter = NULL;
  return p;
}
int main(void) {
  TWO_THREADS(log_line, drop);
  return 0;
}
