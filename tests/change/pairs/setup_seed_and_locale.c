//: what: main sets a locale, ignores a signal and makes its output unbuffered
//: impact: changed
//: tests: a b
//: args: a
//: select: none
//: slow: yes
//: fault: none
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int runs;
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  runs++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(int argc, char** argv) {
+  setlocale(LC_ALL, "C");
+  signal(SIGPIPE, SIG_IGN);
+  setvbuf(stdout, NULL, _IONBF, 0);
  TWO_THREADS(work, work);
  printf("%d %s\n", argc, argv[0]);
  return 0;
}
