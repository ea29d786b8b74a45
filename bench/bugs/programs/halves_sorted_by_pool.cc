// shows: idle workers sort halves; who looks whether all are idle does so between two steps of a worker
// set: last
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int part[8], waiting, busy, sorted, parts;
bool stop;
void* Worker(void*) {
  for (int turns = 0; turns < 4; ++turns) {
    pthread_mutex_lock(&m);
    if (stop) {
      pthread_mutex_unlock(&m);
      return nullptr;
    }
    int mine = 0;
    if (waiting > 0) mine = part[--waiting];
    pthread_mutex_unlock(&m);
    if (mine == 0) continue;
    pthread_mutex_lock(&m);
    ++busy;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ++sorted;
    --busy;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  parts = Count(argc, argv, 2);
  for (int i = 0; i < parts; ++i) part[waiting++] = i + 1;
  pthread_t t[2];
  for (pthread_t& x : t) pthread_create(&x, nullptr, Worker, nullptr);
  pthread_mutex_lock(&m);
  if (waiting == 0 && busy == 0) {
    stop = true;
    assert(sorted == parts);
  }
  pthread_mutex_unlock(&m);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
