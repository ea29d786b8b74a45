// shows: two threads read characters of one FILE over a pipe while a third writes: libc's own lock is contended
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static FILE* in;
static int sums[2];

static void* Read(void* sum) {
  for (int c; (c = fgetc(in)) != EOF;) *static_cast<int*>(sum) += c - '0';
  return nullptr;
}

static void* Write(void*) {
  assert(write(ends[1], "12", 2) == 2);
  assert(write(ends[1], "34", 2) == 2);
  close(ends[1]);
  return nullptr;
}

int main() {
  assert(pipe(ends) == 0);
  in = fdopen(ends[0], "r");
  pthread_t threads[3];
  pthread_create(&threads[0], nullptr, Read, &sums[0]);
  pthread_create(&threads[1], nullptr, Read, &sums[1]);
  pthread_create(&threads[2], nullptr, Write, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(sums[0] + sums[1] == 10);
}
