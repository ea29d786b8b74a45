// shows: a work-stealing queue with exchanges at both ends, whose owner puts the end back after a failed pop
// set: fresh
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

std::atomic<int> head{0}, tail{0};
std::atomic<int> taken[8];
std::atomic<int> slot[8];
void Push(int x) {
  const int t = tail;
  slot[t] = x;
  tail = t + 1;
}
int Pop() {
  const int t = --tail;
  const int h = head;
  if (h < t) return slot[t];
  int result = -1;
  if (h == t) {
    int expected = h;
    result = slot[t];
    head.compare_exchange_strong(expected, h + 1);  // whether the thief was faster is not looked at
    tail = h + 1;
  } else {
    tail = h;
  }
  return result;
}
int Steal() {
  const int h = head;
  if (h >= tail) return -1;
  const int x = slot[h];
  int expected = h;
  return head.compare_exchange_strong(expected, h + 1) ? x : -1;
}
void Use(int x) {
  if (x >= 0) assert(taken[x]++ == 0);
}
void* Thief(void*) {
  Use(Steal());
  Use(Steal());
  return nullptr;
}
int main(int argc, char** argv) {
  const int thieves = Count(argc, argv, 1);
  pthread_t t[8];
  for (int i = 0; i < thieves; ++i) pthread_create(&t[i], nullptr, Thief, nullptr);
  Push(0), Push(1);
  Use(Pop());
  Push(2);
  Use(Pop()), Use(Pop());
  for (int i = 0; i < thieves; ++i) pthread_join(t[i], nullptr);
}
