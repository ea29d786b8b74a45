// shows: the working directory is one for all threads
// kind: assert
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void* F(void* a) {
  char b[128];
  assert(chdir(a) == 0);
  assert(getcwd(b, sizeof b));
  assert(!strcmp(b, a));
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, F, "/usr");
  pthread_create(&b, 0, F, "/etc");
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
