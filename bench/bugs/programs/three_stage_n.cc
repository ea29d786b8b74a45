// shows: N writers in three critical sections; the reader must see the first two of them and not the third
// set: held
// args: 1
// args: 10
// args: 40
#include <pthread.h>

#include "bug.h"

pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER, mc = PTHREAD_MUTEX_INITIALIZER;
int a, b, c;
void Set(pthread_mutex_t& m, int& x, int value) {
  pthread_mutex_lock(&m);
  x = value;
  pthread_mutex_unlock(&m);
}
int Get(pthread_mutex_t& m, const int& x) {
  pthread_mutex_lock(&m);
  const int value = x;
  pthread_mutex_unlock(&m);
  return value;
}
void* Write(void*) {
  Set(ma, a, 1), Set(mb, b, 2), Set(mc, c, 3);
  return nullptr;
}
void* Read(void*) {
  const int x = Get(ma, a);
  if (x == 0) return nullptr;
  const int y = Get(mb, b);
  if (y == 0) return nullptr;
  assert(Get(mc, c) == 3);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[65];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Write, nullptr);
  pthread_create(&t[n], nullptr, Read, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
