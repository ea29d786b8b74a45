// shows: N threads count without a lock, in a loop; the sum is looked at in the end
// set: tune
// args: 2
// args: 10
#include <pthread.h>

#include "bug.h"

int sum;
void* Add(void*) {
  for (int i = 0; i < 5; ++i) ++sum;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Add, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
  assert(sum == 5 * n);
}
