//: what: strtok in place of strtok_r
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <string.h>
#include "pair.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int words_seen;

static int words(char* text) {
  char* rest;
  int n = 0;
  (void)rest;
-  for (char* w = strtok_r(text, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
+  for (char* w = strtok(text, " "); w; w = strtok(NULL, " ")) {
    n++;
    pthread_mutex_lock(&lock);
    words_seen++;
    pthread_mutex_unlock(&lock);
  }
  return n;
}
static void* a(void* p) {
  char text[] = "one two three";
  assert(words(text) == 3);
  return p;
}
int main(void) {
  TWO_THREADS(a, a);
  return 0;
}
