// shows: a list of free nodes without a lock; a node that was taken and returned in between is taken for the old head
// set: last
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

constexpr int kNone = -1;
std::atomic<int> first{0};
std::atomic<int> next[3];
std::atomic<int> taken[3];
int Pop() {
  for (int turns = 0; turns < 3; ++turns) {
    int head = first.load();
    if (head == kNone) return kNone;
    const int after = next[head].load();
    if (first.compare_exchange_strong(head, after)) return head;
  }
  return kNone;
}
void Push(int node) {
  int head = first.load();
  do next[node].store(head);
  while (!first.compare_exchange_strong(head, node));
}
void Use(int node) {
  if (node == kNone) return;
  assert(taken[node].fetch_add(1) == 0);
}
void* Work(void*) {
  const int a = Pop();
  Use(a);
  const int b = Pop();
  Use(b);
  if (a == kNone) return nullptr;
  taken[a].fetch_sub(1);
  Push(a);
  return nullptr;
}
int main(int argc, char** argv) {
  for (int i = 0; i < 3; ++i) next[i].store(i == 2 ? kNone : i + 1);
  std::vector<pthread_t> t(Count(argc, argv, 2));
  for (pthread_t& x : t) pthread_create(&x, nullptr, Work, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
