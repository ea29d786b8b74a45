// shows: fseek and fgetc each lock the stream, but not together
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE* f;
static void* Reads(void* p) {
  long at = (long)p;
  fseek(f, at, SEEK_SET);
  int c = fgetc(f);
  assert(c == 'a' + at);
  return 0;
}
static void* Run(void* p) {
  pthread_t x, y;
  f = tmpfile();
  fputs("abcd", f);
  fflush(f);
  pthread_create(&x, 0, Reads, (void*)1);
  pthread_create(&y, 0, Reads, (void*)2);
  pthread_join(x, 0);
  pthread_join(y, 0);
  fclose(f);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
