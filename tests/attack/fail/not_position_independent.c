// shows: in code that is not position-independent, a function of libc has an address in the program itself
// kind: assert
// compile: -fno-pic -fno-pie
// link: -no-pie
#include <assert.h>
#include <pthread.h>
#include <search.h>

static int numbers[4] = {9, 9, 9, 9};
static size_t count;

static int Differ(const void* a, const void* b) { return *(const int*)a != *(const int*)b; }

static void* Run(void* arg) {
  const int key = 1;
  lsearch(&key, numbers, &count, sizeof *numbers, Differ);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  const int key = 2;
  const size_t before = count;
  lsearch(&key, numbers, &count, sizeof *numbers, Differ);
  const size_t after = count;
  pthread_join(t, 0);
  assert(after == before + 1);
  return 0;
}
