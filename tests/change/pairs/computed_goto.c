//: what: an interpreter's table of labels: "add" jumps to the handler without the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void run(const unsigned char* code) {
-  static void* table[] = {&&end, &&locked_add, &&plain_add};
+  static void* table[] = {&&end, &&plain_add, &&locked_add};
  goto* table[*code++];
locked_add:
  pthread_mutex_lock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  goto* table[*code++];
plain_add:
  value++;
  goto* table[*code++];
end:
  return;
}
static void* a(void* unused) {
  run((const unsigned char*)"\1\0");
  return unused;
}
int main(void) {
  TWO_THREADS(a, a);
  return 0;
}
