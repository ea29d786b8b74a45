//: what: an array on the stack is given to a thread that outlives its function
//: impact: changed
//: fault: any
//: found: yes
#include "pair.h"
static pthread_t thread;
static int result;
static void *sum(void *numbers) {
  int *n = numbers;
  result = n[0] + n[1];
  return NULL;
}
static void start(int size) {
  int numbers[size];
  for (int i = 0; i < size; ++i) numbers[i] = i;
  pthread_create(&thread, NULL, sum, numbers);
-  pthread_join(thread, NULL);
}
int main(void) {
  start(2);
+  pthread_join(thread, NULL);
  return result < 0;
}
