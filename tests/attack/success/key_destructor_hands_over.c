// shows: destructors of thread-specific data put their buffers into a list under a lock; main adds them up
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct Buffer {
  int n;
  struct Buffer* next;
};
static pthread_key_t key;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct Buffer* all;

static void Give(void* p) {
  struct Buffer* b = p;
  pthread_mutex_lock(&m);
  b->next = all;
  all = b;
  pthread_mutex_unlock(&m);
}
static void* Work(void* a) {
  struct Buffer* b = calloc(1, sizeof *b);
  pthread_setspecific(key, b);
  b->n = (int)(long)a;
  return 0;
}
int main(void) {
  pthread_t t[2];
  int sum = 0;
  pthread_key_create(&key, Give);
  for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, Work, (void*)(i + 1));
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  while (all) {
    struct Buffer* next = all->next;
    sum += all->n;
    free(all);
    all = next;
  }
  assert(sum == 3);
  return 0;
}
