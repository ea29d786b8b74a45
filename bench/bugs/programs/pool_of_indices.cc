// shows: a lock-free pool of indices with a count in front: three threads take and give two times each
// set: fresh
// args: 3
#include <pthread.h>

#include "bug.h"

constexpr int kCells = 3;
std::atomic<int> next_of[kCells], head{0}, available{kCells};
std::atomic<int> holders[kCells];
int Get() {
  for (;;) {
    if (available <= 1) return -1;
    int h = head;
    const int n = next_of[h].exchange(-1);
    if (n < 0) continue;
    if (head.compare_exchange_strong(h, n)) {
      --available;
      return h;
    }
    next_of[h].exchange(n);
  }
}
void Put(int i) {
  int h = head;
  do next_of[i] = h;
  while (!head.compare_exchange_strong(h, i));
  ++available;
}
void* Worker(void*) {
  for (int k = 0; k < 2; ++k) {
    const int i = Get();
    if (i < 0) continue;
    assert(holders[i]++ == 0);
    --holders[i];
    Put(i);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  for (int i = 0; i + 1 < kCells; ++i) next_of[i] = i + 1;
  next_of[kCells - 1] = -1;
  pthread_t t[8];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Worker, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
