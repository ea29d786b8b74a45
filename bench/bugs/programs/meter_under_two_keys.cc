// shows: readings are doubled under the key of the house, corrected under the key of the street
// set: unseen
// args: 1
// args: 3
// args: 12
#include <pthread.h>

#include "bug.h"

pthread_mutex_t house = PTHREAD_MUTEX_INITIALIZER, street = PTHREAD_MUTEX_INITIALIZER;
int reading = 3;
void* Correct(void*) {
  pthread_mutex_lock(&street);
  reading = reading + 1;
  pthread_mutex_unlock(&street);
  return nullptr;
}
void* Double(void*) {
  pthread_mutex_lock(&house);
  const int before = reading;
  reading = 2 * before;
  const int after = reading;
  assert(after == 2 * before);
  pthread_mutex_unlock(&house);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[32];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Correct, nullptr);
  pthread_create(&t[n], nullptr, Double, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
