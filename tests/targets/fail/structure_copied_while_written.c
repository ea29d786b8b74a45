// shows: a copy from one shared structure to another reads after both were announced
// kind: assert
// exhaustive: yes
// races: yes (nothing is locked)
// explore-flags: --keep-going
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct Pair {
  int first, second, more[10];
} from, to;

static void* Write(void* arg) {
  to.second = 1;
  from.first = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, Write, 0);
  memcpy(&to, &from, sizeof to);
  pthread_join(thread, 0);
  // The copy is one step: what it read first it has from before the write, and it comes after to.second.
  assert(!(to.first == 0 && to.second == 0));
}
