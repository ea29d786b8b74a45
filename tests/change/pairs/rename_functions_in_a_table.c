//: what: functions that only a table names get other names
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
-static void *up(void *unused) {
+static void *handle_up(void *unused) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return unused;
}
-static void *down(void *unused) {
+static void *handle_down(void *unused) {
  pthread_mutex_lock(&m);
  n--;
  pthread_mutex_unlock(&m);
  return unused;
}
-void *(*handlers[2])(void *) = {up, down};
+void *(*handlers[2])(void *) = {handle_up, handle_down};
int main(void) {
  TWO_THREADS(handlers[0], handlers[1]);
  return n;
}
