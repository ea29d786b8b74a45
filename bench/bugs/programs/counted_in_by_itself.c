// shows: each of N workers counts itself into the wait group when it starts, not its creator before; the wait ends too early
// set: once
// args: 2
// args: 8
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t zero = PTHREAD_COND_INITIALIZER;
int going, done[16];
void Add(int by) {
  pthread_mutex_lock(&m);
  going += by;
  if (going == 0) pthread_cond_broadcast(&zero);
  pthread_mutex_unlock(&m);
}
void* Work(void* arg) {
  const long i = (long)arg;
  if (i > 0) Add(1);  // the first one was counted by its creator
  pthread_mutex_lock(&m);
  done[i] = 1;
  pthread_mutex_unlock(&m);
  Add(-1);
  return NULL;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t t[16];
  Add(1);
  for (long i = 0; i < n; ++i) pthread_create(&t[i], NULL, Work, (void*)i);
  pthread_mutex_lock(&m);
  while (going > 0) pthread_cond_wait(&zero, &m);
  for (int i = 0; i < n; ++i) assert(done[i]);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < n; ++i) pthread_join(t[i], NULL);
  return 0;
}
