// shows: two threads seek and read by one descriptor
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int fd;
static void* F(void* a) {
  long me = (long)a;
  char c;
  lseek(fd, me, SEEK_SET);
  assert(read(fd, &c, 1) == 1);
  assert(c == 'a' + me);
  return 0;
}

int main(void) {
  FILE* f = tmpfile();
  fd = fileno(f);
  write(fd, "ab", 2);
  pthread_t a, b;
  pthread_create(&a, 0, F, (void*)0);
  pthread_create(&b, 0, F, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
