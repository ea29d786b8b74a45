// shows: a lookup takes a reference to an object whose last one was just given back
// set: last
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct Entry {
  std::atomic<int> references{1};
  int data = 42;
};
Entry* slot;
void Put(Entry* e) {
  if (e->references.fetch_sub(1) != 1) return;
  pthread_mutex_lock(&m);
  slot = nullptr;
  pthread_mutex_unlock(&m);
  delete e;
}
void* Lookup(void*) {
  pthread_mutex_lock(&m);
  Entry* e = slot;
  if (e) e->references.fetch_add(1);
  pthread_mutex_unlock(&m);
  if (!e) return nullptr;
  assert(e->data == 42);
  Put(e);
  return nullptr;
}
void* Drop(void* arg) {
  Put(static_cast<Entry*>(arg));
  return nullptr;
}
int main(int argc, char** argv) {
  slot = new Entry;
  std::vector<pthread_t> t(Count(argc, argv, 1) + 1);
  for (pthread_t& x : t) pthread_create(&x, nullptr, &x == &t.back() ? Drop : Lookup, slot);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
