//: what: the function that explains the arguments has another text, another place and is called for one more mistake
//: impact: changed
//: tests: a b c
//: args: b
//: select: none
//: slow: yes
//: fault: none
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n[3], which;
-static void usage(void) { fprintf(stderr, "usage: program NAME\n"); exit(2); }
+static void usage(const char* why) { fprintf(stderr, "%s\nusage: program a|b|c\n", why); exit(2); }
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  n[which]++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(int argc, char** argv) {
-  if (argc < 2) usage();
+  if (argc < 2) usage("no name");
+  if (argc > 2) usage("too many names");
  which = argv[1][0] - 'a';
  TWO_THREADS(work, work);
  return 0;
}
