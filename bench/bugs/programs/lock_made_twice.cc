// shows: the lock of an entry is made by whoever first needs it; two threads make one each and both are inside
// set: held
// args: 2
// args: 5
#include <pthread.h>

#include "bug.h"

struct Monitor {
  pthread_mutex_t lock;
  int inside;
};
struct Entry {
  Monitor* monitor;
  int entered;
} entry;
void* Enter(void*) {
  if (!entry.monitor) {
    auto* made = new Monitor;
    pthread_mutex_init(&made->lock, nullptr);
    made->inside = 0;
    entry.monitor = made;
  }
  Monitor* mine = entry.monitor;
  pthread_mutex_lock(&mine->lock);
  assert(++entry.entered == 1);
  --entry.entered;
  pthread_mutex_unlock(&mine->lock);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Enter, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
