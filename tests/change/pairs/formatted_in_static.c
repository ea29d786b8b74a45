//: what: a variadic message is formatted into a buffer that all threads share
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "pair.h"
static size_t message(const char* format, ...) {
-  char text[64];
+  static char text[64];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return strlen(text);
}
static void* a(void* unused) {
  message("%s: %d", "a", 1);
  return unused;
}
static void* b(void* unused) {
  message("%s: %d", "b", 2);
  return unused;
}
int main(void) {
  TWO_THREADS(a, b);
  return 0;
}
