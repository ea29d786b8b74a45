// shows: a writer puts letters into slots and announces the number first; a reader takes as many as announced
// set: unseen
// args: 1
// args: 4
#include <pthread.h>

#include "bug.h"

int slot[16], announced;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void* Write(void*) {
  for (int i = 0; i < n; ++i) {
    pthread_mutex_lock(&m);
    ++announced;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    slot[i] = i + 1;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Take(void*) {
  for (int i = 0; i < n; ++i) {
    pthread_mutex_lock(&m);
    if (i < announced) assert(slot[i] == i + 1);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 1);
  pthread_t a, b;
  pthread_create(&a, nullptr, Write, nullptr);
  pthread_create(&b, nullptr, Take, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
