// shows: N threads switch a device on, power first and clock second; an observer expects both or neither
// set: unseen
// args: 2
// args: 9
// args: 40
#include <pthread.h>

#include "bug.h"

int power, clock_on;
void* SwitchOn(void*) {
  power = 1;
  clock_on = 1;
  return nullptr;
}
void* Observe(void*) {
  const int p = power, c = clock_on;
  assert(p == c);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::vector<pthread_t> t(static_cast<unsigned>(n) + 1);
  for (int i = 0; i < n; ++i) pthread_create(&t[static_cast<unsigned>(i)], nullptr, SwitchOn, nullptr);
  pthread_create(&t.back(), nullptr, Observe, nullptr);
  for (pthread_t id : t) pthread_join(id, nullptr);
}
