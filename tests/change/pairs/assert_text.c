//: what: an assertion gets a text (&& "...") and another one a better name for its local
//: impact: changed
//: select: none
//: fault: none
//: slow: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int open_files;
static void* user(void* unused) {
  pthread_mutex_lock(&lock);
-  int x = ++open_files;
-  assert(x > 0);
+  int now_open = ++open_files;
+  assert(now_open > 0 && "a file is open");
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(user, user);
  return 0;
}
