// shows: a dump keeps its state over two calls; the second dump frees the state that the first one still uses
// set: fresh
// args: 3
// args: 5
#include <pthread.h>

#include "bug.h"

struct Dump {
  int position = 1;
};
struct Socket {
  std::atomic<Dump*> state{nullptr};
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
} s;
void* Start(void*) {
  pthread_mutex_lock(&s.lock);
  if (s.state == nullptr) s.state = new Dump;
  pthread_mutex_unlock(&s.lock);
  Dump* const d = s.state;
  if (d == nullptr) return nullptr;
  pthread_mutex_lock(&s.lock);
  const bool last = ++d->position > 2;
  if (last) s.state = nullptr;
  pthread_mutex_unlock(&s.lock);
  if (last) delete d;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  pthread_t t[8];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Start, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
