// shows: a look at a semaphore's value depends on who posts: no search ends without both answers
// kind: assert
// exhaustive: yes
// strategies: dpor
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static void* Post(void* arg) {
  sem_post(&s);
  return arg;
}
static void* Look(void* arg) {
  int value;
  sem_getvalue(&s, &value);
  assert(value == 1);  // true if threads run one after the other, in the order in which they were made
  return arg;
}
int main(void) {
  sem_init(&s, 0, 0);
  pthread_t a, b;
  pthread_create(&a, 0, Post, 0);
  pthread_create(&b, 0, Look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
