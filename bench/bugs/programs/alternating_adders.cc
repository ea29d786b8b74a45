// shows: two threads add each other's number; only strict alternation reaches the largest number
// set: tune
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

int a = 1, b = 1, rounds, most = 1;
void* AddB(void*) {
  for (int i = 0; i < rounds; ++i) a += b;
  return nullptr;
}
void* AddA(void*) {
  for (int i = 0; i < rounds; ++i) b += a;
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 2);
  for (int i = 0, last = 1; i < 2 * rounds; ++i) {
    const int next = last + most;
    last = most, most = next;
  }
  pthread_t t, u;
  pthread_create(&t, nullptr, AddB, nullptr);
  pthread_create(&u, nullptr, AddA, nullptr);
  pthread_join(t, nullptr), pthread_join(u, nullptr);
  assert(a < most && b < most);
}
