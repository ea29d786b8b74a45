// shows: visitors count themselves while they hold a lock for reading; a writer prints and sets the count back
// set: tune
// args: 2
// args: 4
#include <pthread.h>

#include "bug.h"

pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
int visitors, printed;
void* Visit(void*) {
  pthread_rwlock_rdlock(&m);
  ++visitors;
  pthread_rwlock_unlock(&m);
  return nullptr;
}
void* Print(void*) {
  pthread_rwlock_wrlock(&m);
  printed += visitors;
  visitors = 0;
  pthread_rwlock_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Visit, nullptr);
  pthread_create(&t[n], nullptr, Print, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
  assert(printed + visitors == n);
}
