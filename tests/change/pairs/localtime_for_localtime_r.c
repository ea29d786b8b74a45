//: what: localtime instead of localtime_r
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
#include <time.h>
static void *year(void *arg) {
  time_t t = *(long *)arg;
-  struct tm mine, *at = localtime_r(&t, &mine);
+  struct tm *at = localtime(&t);
  int y = at->tm_year;
  assert(y == (t ? 133 : 70));
  return NULL;
}
int main(void) {
  long zero = 0, later = 2000000000;
  pthread_t a, b;
  pthread_create(&a, NULL, year, &zero);
  pthread_create(&b, NULL, year, &later);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
