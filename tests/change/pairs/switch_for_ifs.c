//: what: a chain of ifs over a command becomes a switch
//: impact: changed
//: tests: 0 1 2
//: fault: none
//: slow: yes
#include <stdlib.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, commands;
static void run(int command) {
  pthread_mutex_lock(&lock);
-  if (command == 0) value = 0;
-  else if (command == 1) value++;
-  else if (command == 2) value--;
+  switch (command) {
+    case 0: value = 0; break;
+    case 1: value++; break;
+    case 2: value--; break;
+    default: break;
+  }
  commands++;
  pthread_mutex_unlock(&lock);
}
static int command;
static void* client(void* unused) {
  run(command);
  return unused;
}
int main(int argc, char** argv) {
  command = argc > 1 ? atoi(argv[1]) : 0;
  TWO_THREADS(client, client);
  return 0;
}
