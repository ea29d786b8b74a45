// shows: one thread piles plates up under a lock; the other one asks a flag that says "not empty" and takes two
// set: held
// args: 2
// args: 5
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int pile[8], top, plates;
bool some;
void* Pile(void*) {
  for (int i = 0; i < plates; ++i) {
    pthread_mutex_lock(&m);
    pile[top++] = i + 1;
    some = true;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Take(void*) {
  for (int i = 0; i < plates; ++i) {
    pthread_mutex_lock(&m);
    if (some) {  // never set to false again
      assert(top > 0);
      pile[--top] = 0;
    }
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  plates = Count(argc, argv, 2);
  pthread_t a, b;
  pthread_create(&a, nullptr, Pile, nullptr);
  pthread_create(&b, nullptr, Take, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
