// shows: a work-stealing queue without the fence of its last element: owner and thief take the same task
// set: fresh
// args: 1 2
// args: 2 3
#include <pthread.h>

#include "bug.h"

constexpr int kMask = 7;
std::atomic<int> head{0}, tail{0};
std::atomic<int> done[16];
int tasks[8], tasks_made, steals;
pthread_mutex_t thief_lock = PTHREAD_MUTEX_INITIALIZER;
void Push(int task) {
  const int t = tail;
  tasks[t & kMask] = task;
  tail = t + 1;
}
bool Pop(int& task) {
  const int t = tail - 1;
  if (head <= t) {
    task = tasks[t & kMask];
    tail = t;
    return true;
  }
  return false;
}
bool Steal(int& task) {
  pthread_mutex_lock(&thief_lock);
  const int h = head;
  bool got = false;
  if (h < tail) {
    task = tasks[h & kMask];
    head = h + 1;
    got = true;
  }
  pthread_mutex_unlock(&thief_lock);
  return got;
}
void Do(int task) { assert(done[task]++ == 0); }
void* Thief(void*) {
  for (int i = 0, task; i < steals; ++i)
    if (Steal(task)) Do(task);
  return nullptr;
}
int main(int argc, char** argv) {
  const int thieves = Count(argc, argv, 1);
  tasks_made = argc > 2 ? std::atoi(argv[2]) : 2;
  steals = 1;
  pthread_t t[8];
  for (int i = 0; i < thieves; ++i) pthread_create(&t[i], nullptr, Thief, nullptr);
  int task;
  for (int i = 0; i < tasks_made; ++i) Push(i);
  while (Pop(task)) Do(task);
  for (int i = 0; i < thieves; ++i) pthread_join(t[i], nullptr);
}
