//: what: which allocator is used is decided by another default: the arena takes no lock
//: impact: changed
//: tests: default locked
//: select: default locked
//: args: default
//: fault: race
//: found: yes
//: slow: yes
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char arena[256];
static size_t used;
static void* take(size_t n) {
  void* p = arena + used;
  used += n;
  return p;
}
static void* take_locked(size_t n) {
  pthread_mutex_lock(&lock);
  void* p = take(n);
  pthread_mutex_unlock(&lock);
  return p;
}
static void* (*allocate)(size_t);
static void set_allocator(const char* name) {
  if (name && !strcmp(name, "locked")) allocate = take_locked;
  else if (name && !strcmp(name, "arena")) allocate = take;
-  else allocate = take_locked;
+  else allocate = take;
}
static void* user(void* unused) {
  allocate(8);
  return unused;
}
int main(int argc, char** argv) {
  set_allocator(argc > 1 ? argv[1] : NULL);
  TWO_THREADS(user, user);
  return 0;
}
