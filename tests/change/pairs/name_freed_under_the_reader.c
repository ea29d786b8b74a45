//: what: a string of the configuration is freed before the readers have the new one
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <stdlib.h>
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char* name;
static void rename_to(const char* text) {
  char* fresh = strdup(text);
+  free(name);
  pthread_mutex_lock(&lock);
-  char* old = name;
  name = fresh;
-  free(old);
  pthread_mutex_unlock(&lock);
}
static size_t name_length(void) {
  pthread_mutex_lock(&lock);
  size_t n = strlen(name);
  pthread_mutex_unlock(&lock);
  return n;
}
static void* reader(void* unused) {
  name_length();
  return unused;
}
static void* writer(void* unused) {
  rename_to("second");
  return unused;
}
int main(void) {
  name = strdup("first");
  TWO_THREADS(reader, writer);
  free(name);
  return 0;
}
