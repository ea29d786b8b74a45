// shows: N clerks write an order under one lock and its bill under another; readers compare
// set: last
// args: 1
// args: 10
// args: 100
#include <pthread.h>

#include "bug.h"

pthread_mutex_t order_lock = PTHREAD_MUTEX_INITIALIZER, bill_lock = PTHREAD_MUTEX_INITIALIZER;
int order, bill;
void* Clerk(void*) {
  pthread_mutex_lock(&order_lock);
  order = 1;
  pthread_mutex_unlock(&order_lock);
  pthread_mutex_lock(&bill_lock);
  bill = order + 1;
  pthread_mutex_unlock(&bill_lock);
  return nullptr;
}
void* Reader(void*) {
  pthread_mutex_lock(&order_lock);
  const int o = order;
  pthread_mutex_unlock(&order_lock);
  if (o == 0) return nullptr;
  pthread_mutex_lock(&bill_lock);
  const int b = bill;
  pthread_mutex_unlock(&bill_lock);
  assert(b == o + 1);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> t(2 * n);
  for (int i = 0; i < 2 * n; ++i) pthread_create(&t[i], nullptr, i < n ? Clerk : Reader, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
