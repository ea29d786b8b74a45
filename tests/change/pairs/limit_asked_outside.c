//: what: a pool asks its limit in a section of its own: one more connection than allowed
//: impact: changed
//: fault: assert
//: found: yes
//: slow: yes
#include "pair.h"
#define LIMIT 1
struct pool {
  pthread_mutex_t lock;
  int open;
  int refused;
};
static struct pool pool = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static int open_one(struct pool* p) {
  pthread_mutex_lock(&p->lock);
  if (p->open >= LIMIT) {
    p->refused++;
    pthread_mutex_unlock(&p->lock);
    return 0;
  }
+  pthread_mutex_unlock(&p->lock);
+  pthread_mutex_lock(&p->lock);
  p->open++;
  assert(p->open <= LIMIT);
  pthread_mutex_unlock(&p->lock);
  return 1;
}
static void close_one(struct pool* p) {
  pthread_mutex_lock(&p->lock);
  p->open--;
  pthread_mutex_unlock(&p->lock);
}
static void* client(void* unused) {
  if (open_one(&pool)) close_one(&pool);
  return unused;
}
int main(void) {
  TWO_THREADS(client, client);
  return 0;
}
