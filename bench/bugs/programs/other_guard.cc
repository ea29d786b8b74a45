// shows: one thread writes a number under its lock and reads it back, N others write it under another lock
// set: fresh
// args: 1
// args: 3
// args: 8
#include <pthread.h>

#include "bug.h"

pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER, thread_lock = PTHREAD_MUTEX_INITIALIZER;
int data;
void* Guarded(void*) {
  pthread_mutex_lock(&data_lock);
  const int before = data;
  data = before + 1;
  assert(data == before + 1);
  pthread_mutex_unlock(&data_lock);
  return nullptr;
}
void* Other(void*) {
  pthread_mutex_lock(&thread_lock);
  data += 1;
  pthread_mutex_unlock(&thread_lock);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[16];
  pthread_create(&t[0], nullptr, Guarded, nullptr);
  for (int i = 1; i <= n; ++i) pthread_create(&t[i], nullptr, Other, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
