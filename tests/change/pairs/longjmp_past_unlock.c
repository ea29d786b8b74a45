//: what: an error leaves by longjmp, past the unlock
//: impact: changed
//: fault: deadlock
//: found: yes
//: slow: yes
#include <setjmp.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int parsed;
static int parse(const char* text, jmp_buf* out) {
  pthread_mutex_lock(&lock);
  if (text[0] == '!') {
-    pthread_mutex_unlock(&lock);
    longjmp(*out, 1);
  }
  parsed++;
  pthread_mutex_unlock(&lock);
  return 0;
}
static void* good(void* unused) {
  jmp_buf out;
  if (!setjmp(out)) parse("a", &out);
  return unused;
}
static void* bad(void* unused) {
  jmp_buf out;
  if (!setjmp(out)) parse("!", &out);
  return unused;
}
int main(void) {
  TWO_THREADS(good, bad);
  return 0;
}
