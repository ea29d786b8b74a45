// shows: N threads set a bit of their own in one word, each under a lock of its own
// set: once
// args: 2
// args: 10
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t locks[16];
unsigned flags;
void* Set(void* arg) {
  const long i = (long)arg;
  pthread_mutex_lock(&locks[i]);
  flags |= 1u << i;
  pthread_mutex_unlock(&locks[i]);
  return NULL;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_mutex_init(&locks[i], NULL);
  for (long i = 0; i < n; ++i) pthread_create(&t[i], NULL, Set, (void*)i);
  for (int i = 0; i < n; ++i) pthread_join(t[i], NULL);
  assert(flags == (1u << n) - 1);
  return 0;
}
