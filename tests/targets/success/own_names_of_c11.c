// shows: a program that defines names of libc which the runtime defines as well (tinycthread does) links, and its own count
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

typedef pthread_key_t tss_t;
typedef pthread_mutex_t mtx_t;

static int made, calls, slept;

int tss_create(tss_t* key, void (*destructor)(void*)) {
  ++made;
  return pthread_key_create(key, destructor);
}
void* tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void* value) { return pthread_setspecific(key, value); }
int mtx_lock(mtx_t* m) {
  int failed = pthread_mutex_lock(m);
  ++calls;
  return failed;
}
int mtx_unlock(mtx_t* m) { return pthread_mutex_unlock(m); }
int thrd_sleep(const struct timespec* wanted, struct timespec* left) {
  ++slept;
  return nanosleep(wanted, left);
}

static tss_t key;
static mtx_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* Work(void* arg) {
  tss_set(key, arg);
  mtx_lock(&mutex);
  ++counter;
  mtx_unlock(&mutex);
  assert(tss_get(key) == arg);
  return NULL;
}

int main(void) {
  struct timespec t = {0, 1000};
  pthread_t a, b;
  tss_create(&key, NULL);
  thrd_sleep(&t, NULL);
  pthread_create(&a, NULL, Work, &a);
  pthread_create(&b, NULL, Work, &b);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2 && calls == 2 && made == 1 && slept == 1);
  return 0;
}
