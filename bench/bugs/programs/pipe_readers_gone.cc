// shows: a fifo is opened for reading and writing while its last user closes it and drops the buffers
// set: fresh
// args: 1
// args: 4
#include <pthread.h>

#include "bug.h"

struct Buffers {
  int readers = 0, writers = 0;
};
Buffers* buffers = new Buffers;
std::atomic<int> users{1};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Open(void*) {
  Buffers* const b = buffers;
  if (b == nullptr) return nullptr;
  pthread_mutex_lock(&m);
  ++users;
  ++buffers->readers;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Release(void*) {
  pthread_mutex_lock(&m);
  if (--users == 0) {
    delete buffers;
    buffers = nullptr;
  }
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[16], r;
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Open, nullptr);
  pthread_create(&r, nullptr, Release, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
  pthread_join(r, nullptr);
}
