// shows: read, change, write a new file, rename: two threads lose one change
// kind: assert
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static char dir[] = "/tmp/rw_renXXXXXX", name[64];
static int Get(void) {
  char c = '0';
  int f = open(name, O_RDONLY);
  (void)!read(f, &c, 1);
  close(f);
  return c - '0';
}
static void Put(int v, const char* part) {
  char tmp[80], c = (char)('0' + v);
  snprintf(tmp, sizeof tmp, "%s/%s", dir, part);
  int f = open(tmp, O_CREAT | O_TRUNC | O_WRONLY, 0600);
  (void)!write(f, &c, 1);
  close(f);
  rename(tmp, name);
}
static void* Adds(void* a) {
  Put(Get() + 1, a ? "a" : "b");
  return 0;
}
static void* Run(void* a) {
  pthread_t t;
  (void)!mkdtemp(dir);
  snprintf(name, sizeof name, "%s/n", dir);
  Put(0, "c");
  pthread_create(&t, 0, Adds, dir);
  Adds(0);
  pthread_join(t, 0);
  int v = Get();
  unlink(name), rmdir(dir);
  assert(v == 2);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
