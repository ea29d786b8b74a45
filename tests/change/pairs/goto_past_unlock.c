//: what: the label of the error path is below the unlock
//: impact: changed
//: fault: any
//: found: yes
#include "pair.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int open_files;

static int file_open(void) {
  int err = 0;
  pthread_mutex_lock(&lock);
  if (open_files >= 1) {
    err = -1;
    goto out;
  }
  open_files++;
-out:
  pthread_mutex_unlock(&lock);
+out:
  return err;
}
static void* a(void* p) {
  file_open();
  file_open();
  return p;
}
int main(void) {
  TWO_THREADS(a, a);
  return 0;
}
