// shows: a reader copies a pair of settings between the two stores of the thread that changes them, twice
// set: last
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

int width = 4, height = 3, changes;
void* Change(void*) {
  for (int i = 1; i <= changes; ++i) {
    width = 4 + i;
    height = 3 + i;
  }
  return nullptr;
}
void* Read(void*) {
  int torn = 0;
  for (int i = 0; i < changes; ++i) {
    const int w = width, h = height;
    torn += w != h + 1;
  }
  assert(torn < changes);
  return nullptr;
}
int main(int argc, char** argv) {
  changes = Count(argc, argv, 1);
  pthread_t a, b;
  pthread_create(&a, nullptr, Change, nullptr);
  pthread_create(&b, nullptr, Read, nullptr);
  pthread_join(a, nullptr), pthread_join(b, nullptr);
}
