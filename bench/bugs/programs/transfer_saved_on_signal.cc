// shows: parts of a transfer add what they wrote; a saver writes down the sum and the positions while they move
// set: fresh
// args: 2
// args: 6
#include <pthread.h>

#include "bug.h"

int written, position[8], saved_sum, saved_at[8], n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Part(void* arg) {
  const long i = reinterpret_cast<long>(arg);
  position[i] += 10;
  pthread_mutex_lock(&m);
  written += 10;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Save(void*) {
  saved_sum = written;
  int sum = 0;
  for (int i = 0; i < n; ++i) saved_at[i] = position[i], sum += saved_at[i];
  assert(sum == saved_sum);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  pthread_t t[9];
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Part, reinterpret_cast<void*>(i));
  pthread_create(&t[n], nullptr, Save, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
