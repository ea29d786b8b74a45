//: what: another value in memory of the thread's own, from the function that all memory of the program is from
//: impact: changed
//: select: no
//: fault: none
#include <stdlib.h>
#include "pair.h"
struct box {
  int count;
};
struct note {
  int number;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct box *boxes;
static void *give(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) abort();
  return memory;
}
static void *give_cleared(size_t size) {
  char *memory = give(size);
  for (size_t i = 0; i < size; ++i) memory[i] = 0;
  return memory;
}
static void *work(void *unused) {
  struct note *own = give_cleared(sizeof *own);
-  own->number = 1;
+  own->number = 2;
  free(own);
  pthread_mutex_lock(&lock);
  ++boxes->count;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  boxes = give_cleared(sizeof *boxes);
  TWO_THREADS(work, work);
  return boxes->count == 0;
}
