// shows: one thread pays in, one takes out, under a lock each time; a third compares the till with what both said so far
// set: unseen
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int till = 50, paid_in, taken_out;
void* PayIn(void*) {
  pthread_mutex_lock(&m);
  till += 20;
  pthread_mutex_unlock(&m);
  paid_in = 20;
  return nullptr;
}
void* TakeOut(void*) {
  pthread_mutex_lock(&m);
  if (till >= 60) till -= 60, taken_out = 60;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Compare(void*) {
  pthread_mutex_lock(&m);
  if (taken_out != 0) assert(till == 50 + paid_in - taken_out);
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[12];
  pthread_create(&t[0], nullptr, PayIn, nullptr);
  pthread_create(&t[1], nullptr, TakeOut, nullptr);
  for (int i = 0; i < n; ++i) pthread_create(&t[2 + i], nullptr, Compare, nullptr);
  for (int i = 0; i < 2 + n; ++i) pthread_join(t[i], nullptr);
}
