// shows: elements are marked while they are taken from a lock-free list with a count; the mark is undone too late
// set: tune
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

struct Slot {
  std::atomic<int> next;
  std::atomic<int> users;
} slot[4];
std::atomic<int> head{0}, left{3};
int Take() {
  for (int tries = 0; tries < 3 && left > 0; ++tries) {
    int h = head;
    if (h < 0) return -1;
    const int n = slot[h].next.exchange(-2);
    if (n == -2) continue;
    if (head.compare_exchange_strong(h, n)) {
      --left;
      return h;
    }
    slot[h].next = n;
  }
  return -1;
}
void Give(int i) {
  int h = head;
  do slot[i].next = h;
  while (!head.compare_exchange_strong(h, i));
  ++left;
}
void* Body(void*) {
  for (int k = 0; k < 2; ++k) {
    const int i = Take();
    if (i < 0) continue;
    assert(++slot[i].users == 1);
    --slot[i].users;
    Give(i);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  for (int i = 0; i < 3; ++i) slot[i].next = i == 2 ? -1 : i + 1;
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Body, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
