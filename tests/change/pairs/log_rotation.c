//: what: whether a log is full is asked before the lock: it is rotated twice
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "pair.h"
#define LIMIT 8
struct log {
  pthread_mutex_t lock;
  char* text;
  size_t used;
  int generation;
};
static struct log out = {PTHREAD_MUTEX_INITIALIZER, NULL, 0, 0};
static void rotate(struct log* l) {
  free(l->text);
  l->text = calloc(1, LIMIT);
  l->used = 0;
  l->generation++;
}
static void write_line(struct log* l, const char* line) {
  size_t n = strlen(line);
-  pthread_mutex_lock(&l->lock);
-  if (l->used + n >= LIMIT) rotate(l);
+  if (l->used + n >= LIMIT) {
+    pthread_mutex_lock(&l->lock);
+    rotate(l);
+    pthread_mutex_unlock(&l->lock);
+  }
+  pthread_mutex_lock(&l->lock);
  memcpy(l->text + l->used, line, n);
  l->used += n;
  pthread_mutex_unlock(&l->lock);
}
static void* writer(void* unused) {
  write_line(&out, "abcd");
  return unused;
}
int main(void) {
  rotate(&out);
  write_line(&out, "abcd");
  TWO_THREADS(writer, writer);
  free(out.text);
  return 0;
}
