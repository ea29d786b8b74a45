// shows: a number is looked up and checked; it is given back and given to somebody else before it is used, N others beside
// set: tune
// args: 1
// args: 4
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int owner[8], written_by[8];
int Open(int who) {
  pthread_mutex_lock(&m);
  int fd = 0;
  while (owner[fd] != 0) ++fd;
  owner[fd] = who;
  written_by[fd] = 0;
  pthread_mutex_unlock(&m);
  return fd;
}
void Close(int fd) {
  pthread_mutex_lock(&m);
  owner[fd] = 0;
  pthread_mutex_unlock(&m);
}
void Write(int fd, int who) {
  pthread_mutex_lock(&m);
  if (owner[fd] != 0) written_by[fd] = who;  // a closed one is no harm
  pthread_mutex_unlock(&m);
}
int shared;
void* User(void* arg) {
  (void)arg;
  Write(shared, 1);
  return NULL;
}
void* Closer(void* arg) {
  (void)arg;
  Close(shared);
  return NULL;
}
void* Other(void* arg) {
  const int who = (int)(long)arg;
  const int fd = Open(who);
  pthread_mutex_lock(&m);
  assert(written_by[fd] == 0 || written_by[fd] == who);
  pthread_mutex_unlock(&m);
  Close(fd);
  return NULL;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t t[16];
  shared = Open(1);
  pthread_create(&t[0], NULL, User, NULL);
  pthread_create(&t[1], NULL, Closer, NULL);
  for (long i = 0; i < n; ++i) pthread_create(&t[2 + i], NULL, Other, (void*)(i + 2));
  for (int i = 0; i < n + 2; ++i) pthread_join(t[i], NULL);
  return 0;
}
