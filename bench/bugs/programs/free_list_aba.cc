// shows: a free list of indices; an index is taken, given back over another successor, and the old successor is installed
// set: tune
// args: 3
#include <pthread.h>

#include "bug.h"

std::atomic<int> first{0}, after[4], used[4];
int Take() {
  int f = first;
  while (f >= 0 && !first.compare_exchange_strong(f, after[f])) {
  }
  return f;
}
void Give(int i) {
  int f = first;
  do after[i] = f;
  while (!first.compare_exchange_strong(f, i));
}
void* Body(void*) {
  for (int k = 0; k < 2; ++k) {
    const int i = Take();
    if (i < 0) continue;
    assert(used[i].exchange(1) == 0);
    used[i] = 0;
    Give(i);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  for (int i = 0; i < 3; ++i) after[i] = i == 2 ? -1 : i + 1;
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Body, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
