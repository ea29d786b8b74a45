// shows: a completion on the stack of the thread that waits for it; it returns while the other one is about to leave sem_post, or
// has just unlocked
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct Completion {
  pthread_mutex_t m;
  pthread_cond_t c;
  int done;
};
static void* Complete(void* arg) {
  struct Completion* x = arg;
  pthread_mutex_lock(&x->m);
  x->done = 1;
  pthread_cond_signal(&x->c);
  pthread_mutex_unlock(&x->m);
  return 0;
}
static void* Post(void* arg) { return sem_post(arg), (void*)0; }
static __attribute__((noinline)) pthread_t Wait(void) {
  struct Completion x = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
  pthread_t t;
  pthread_create(&t, 0, Complete, &x);
  pthread_mutex_lock(&x.m);
  while (!x.done) pthread_cond_wait(&x.c, &x.m);
  pthread_mutex_unlock(&x.m);
  pthread_mutex_destroy(&x.m);
  pthread_cond_destroy(&x.c);
  return t;
}
static __attribute__((noinline)) pthread_t WaitPost(void) {
  sem_t s;
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, Post, &s);
  sem_wait(&s);
  sem_destroy(&s);
  return t;
}
int main(void) {
  pthread_t a = Wait(), b = WaitPost();
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
