// shows: the operations of a socket are looked at under its lock and called after it; a detach clears them (kernel pattern)
// set: held
// args: 1
// args: 4
#include <pthread.h>

#include "bug.h"

struct Ops {
  int (*read)(int);
};
int ReadIt(int x) { return x + 1; }
Ops ops{ReadIt};
struct Socket {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  Ops* ops = nullptr;
  int users = 0;
} sock;
int calls;
void* Read(void* arg) {
  const int turns = *static_cast<int*>(arg);
  for (int i = 0; i < turns; ++i) {
    pthread_mutex_lock(&sock.lock);
    const bool attached = sock.ops != nullptr;
    if (attached) ++sock.users;
    pthread_mutex_unlock(&sock.lock);
    if (attached) {
      calls = sock.ops->read(calls);
      pthread_mutex_lock(&sock.lock);
      --sock.users;
      pthread_mutex_unlock(&sock.lock);
    }
  }
  return nullptr;
}
void* Detach(void*) {
  pthread_mutex_lock(&sock.lock);
  sock.ops = nullptr;
  pthread_mutex_unlock(&sock.lock);
  return nullptr;
}
int main(int argc, char** argv) {
  int turns = Count(argc, argv, 1);
  sock.ops = &ops;
  pthread_t a, b;
  pthread_create(&a, nullptr, Read, &turns);
  pthread_create(&b, nullptr, Detach, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
