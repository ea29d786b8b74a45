//: what: the parts of two threads overlap by one element
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int data[8];
struct part {
  int begin, end;
};
static void *fill(void *arg) {
  struct part *p = arg;
  for (int i = p->begin; i < p->end; ++i) data[i] = i;
  return NULL;
}
int main(void) {
  struct part parts[2];
  for (int i = 0; i < 2; ++i) {
    parts[i].begin = i * 4;
-    parts[i].end = parts[i].begin + 4;
+    parts[i].end = parts[i].begin + 4 + (i == 0);
  }
  pthread_t a, b;
  pthread_create(&a, NULL, fill, &parts[0]);
  pthread_create(&b, NULL, fill, &parts[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return data[7] != 7;
}
