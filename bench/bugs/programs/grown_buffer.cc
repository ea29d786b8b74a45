// shows: a table says its new size before it has its new memory, so that a write goes behind the old (kernel pattern)
// set: held
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

int *table, size;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Grow(void*) {
  pthread_mutex_lock(&m);
  size = 2 * size;
  int* larger = static_cast<int*>(calloc(static_cast<size_t>(size), sizeof(int)));
  for (int i = 0; i < size / 2; ++i) larger[i] = table[i];
  table = larger;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Write(void* arg) {
  const long i = reinterpret_cast<long>(arg);
  if (i < size) table[i] = 1;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  size = 4;
  table = static_cast<int*>(calloc(4, sizeof(int)));
  pthread_t t[16];
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Write, reinterpret_cast<void*>(i + 4));
  pthread_create(&t[n], nullptr, Grow, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
