//: what: an entry of a table of labels goes to the label behind the lock
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void run(const unsigned char *code) {
-  static const void *const labels[] = {&&end, &&take, &&add, &&drop};
+  static const void *const labels[] = {&&end, &&add, &&add, &&drop};
  goto *labels[*code];
take:
  pthread_mutex_lock(&lock);
  goto *labels[*++code];
add:
  ++total;
  goto *labels[*++code];
drop:
  pthread_mutex_unlock(&lock);
  goto *labels[*++code];
end:
  return;
}
static void *work(void *unused) {
  run((const unsigned char *)"\1\2\3");
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return total == 0;
}
