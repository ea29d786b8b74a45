// shows: a lock, a condition variable and a semaphore in memory that is mapped twice guard ordinary data
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>
struct S {
  pthread_mutex_t m;
  pthread_cond_t c;
  sem_t s;
  int ready;
};
static struct S *a, *b;
static int data;
static void* Run(void* p) {
  pthread_mutex_lock(&b->m);
  data = 5;
  b->ready = 1;
  pthread_cond_signal(&b->c);
  pthread_mutex_unlock(&b->m);
  sem_post(&b->s);
  return p;
}
int main(void) {
  int f = memfd_create("m", 0);
  (void)!ftruncate(f, 4096);
  a = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  b = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  pthread_mutexattr_t ma;
  pthread_condattr_t ca;
  pthread_mutexattr_init(&ma), pthread_mutexattr_setpshared(&ma, 1);
  pthread_condattr_init(&ca), pthread_condattr_setpshared(&ca, 1);
  pthread_mutex_init(&a->m, &ma), pthread_cond_init(&a->c, &ca), sem_init(&a->s, 1, 0);
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_mutex_lock(&a->m);
  while (!a->ready) pthread_cond_wait(&a->c, &a->m);
  assert(data == 5);
  pthread_mutex_unlock(&a->m);
  sem_wait(&a->s);
  pthread_join(t, 0);
  return 0;
}
