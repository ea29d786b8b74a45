// shows: an owner takes tasks from the end of an array, thieves from its beginning; the last one is given twice
// set: unseen
// args: 1
// args: 2
#include "bug.h"

std::atomic<int> head, tail;
std::atomic<int> taken[8];
int Pop() {
  const int t = tail.load() - 1;
  tail.store(t);
  if (head.load() <= t) return t;
  tail.store(t + 1);
  return -1;
}
int Steal() {
  const int h = head.load();
  if (h >= tail.load()) return -1;
  head.store(h + 1);
  return h;
}
int main(int argc, char** argv) {
  const int thieves = Count(argc, argv, 1);
  tail = 3;
  auto take = [](int task) {
    if (task >= 0) assert(taken[task].exchange(1) == 0);
  };
  std::vector<std::thread> t;
  t.emplace_back([&] {
    for (int i = 0; i < 3; ++i) take(Pop());
  });
  for (int i = 0; i < thieves; ++i) t.emplace_back([&] { take(Steal()); });
  for (auto& x : t) x.join();
}
