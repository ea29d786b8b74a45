// shows: a key is refused in two steps; a reader sees the one without the other and takes an error for an address
// set: last
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct Key {
  std::atomic<bool> refused{false};
  std::atomic<long> payload{100};
} key;
void* Refuse(void*) {
  key.payload.store(-13);
  key.refused.store(true);
  return nullptr;
}
void* Read(void*) {
  if (key.refused.load()) return nullptr;
  const long at = key.payload.load();
  assert(at >= 0);
  return nullptr;
}
int main(int argc, char** argv) {
  std::vector<pthread_t> t(Count(argc, argv, 1) + 1);
  for (pthread_t& x : t) pthread_create(&x, nullptr, &x == &t.back() ? Refuse : Read, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
