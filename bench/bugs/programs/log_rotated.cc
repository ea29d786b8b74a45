// shows: a log's file is rotated: freed and made again, while a writer holds what it read before it had the lock
// set: tune
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct File {
  int bytes;
};
File* current;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Write(void*) {
  File* f = current;
  pthread_mutex_lock(&m);
  f->bytes += 10;
  const bool full = f->bytes > 15;
  pthread_mutex_unlock(&m);
  if (full) {
    pthread_mutex_lock(&m);
    if (current == f) {
      current = static_cast<File*>(calloc(1, sizeof(File)));
      free(f);
    }
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  current = static_cast<File*>(calloc(1, sizeof(File)));
  pthread_t t[17];
  for (int i = 0; i <= n + 1; ++i) pthread_create(&t[i], nullptr, Write, nullptr);
  for (int i = 0; i <= n + 1; ++i) pthread_join(t[i], nullptr);
}
