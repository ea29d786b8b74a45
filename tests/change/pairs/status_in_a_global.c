//: what: an error code becomes a variable of the library, no longer a result
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <stdlib.h>
#include "pair.h"
+static int last_error;
-static int parse(const char* text, int* error) {
+static int parse(const char* text) {
  int value = 0;
-  *error = 0;
+  last_error = 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') {
-      *error = 1;
+      last_error = 1;
      return 0;
    }
    value = value * 10 + *text - '0';
  }
  return value;
}
static void* a(void* unused) {
-  int error;
-  parse("12", &error);
+  parse("12");
  return unused;
}
static void* b(void* unused) {
-  int error;
-  parse("x", &error);
+  parse("x");
  return unused;
}
int main(void) {
  TWO_THREADS(a, b);
  return 0;
}
