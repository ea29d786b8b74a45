// shows: threads work on columns in steps with a barrier; the next pivot is read before the barrier of its writer
// set: fresh
// args: 2
// args: 4
#include <pthread.h>

#include "bug.h"

int n, pivot[8], row[8];
pthread_barrier_t step;
pthread_mutex_t id_lock = PTHREAD_MUTEX_INITIALIZER;
int next_id;
void* Work(void*) {
  pthread_mutex_lock(&id_lock);
  const int id = next_id++;
  pthread_mutex_unlock(&id_lock);
  for (int k = 0; k < n; ++k) {
    if (k % n == id) pivot[k] = k + 1;
    if (k == 0) pthread_barrier_wait(&step);
    row[id] += pivot[k];
    if (k > 0) pthread_barrier_wait(&step);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  pthread_barrier_init(&step, nullptr, static_cast<unsigned>(n));
  pthread_t t[8];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Work, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
  for (int i = 0; i < n; ++i) assert(row[i] == n * (n + 1) / 2);
}
