// shows: a work-stealing queue whose owner takes the last item without the lock that thieves use
// set: held
// args: 2
// args: 3
#include "bug.h"

struct Queue {
  std::mutex m;
  std::atomic<int> head{0}, tail{0};
  int item[8];
} q;
std::atomic<int> done[8];
bool Take(int* out) {
  const int t = q.tail - 1;
  q.tail = t;
  if (q.head <= t) return *out = q.item[t], true;
  q.tail = t + 1;
  std::lock_guard l(q.m);
  const int now = q.tail - 1;
  q.tail = now;
  if (q.head <= now) return *out = q.item[now], true;
  q.tail = now + 1;
  return false;
}
bool Steal(int* out) {
  std::lock_guard l(q.m);
  const int h = q.head;
  if (h < q.tail) {
    q.head = h + 1;
    return *out = q.item[h], true;
  }
  return false;
}
int main(int argc, char** argv) {
  const int items = Count(argc, argv, 2);
  for (int i = 0; i < items; ++i) q.item[i] = i;
  q.tail = items;
  std::thread thief([] {
    int x;
    for (int k = 0; k < 2; ++k)
      if (Steal(&x)) assert(done[x]++ == 0);
  });
  int x;
  for (int k = 0; k < items; ++k)
    if (Take(&x)) assert(done[x]++ == 0);
  thief.join();
}
