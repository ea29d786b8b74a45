// shows: a trace is switched off and its table given back while a thread still enters into it
// set: last
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int* table;
bool on;
void* Enter(void* arg) {
  if (!on) return nullptr;
  pthread_mutex_lock(&m);
  table[reinterpret_cast<long>(arg)] += 1;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* SwitchOff(void*) {
  on = false;
  pthread_mutex_lock(&m);
  delete[] table;
  table = nullptr;
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const long n = Count(argc, argv, 1);
  table = new int[8]();
  on = true;
  std::vector<pthread_t> t(n + 1);
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Enter, reinterpret_cast<void*>(i));
  pthread_create(&t[n], nullptr, SwitchOff, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
