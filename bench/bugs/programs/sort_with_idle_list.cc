// shows: sorters split their part and hand one half to an idle thread; who is idle is decided before the lock
// set: fresh
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

struct Worker {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  int low = 0, high = 0;
  bool busy = false, quit = false;
} worker[4];
int n, numbers[8] = {5, 2, 7, 1, 6, 3, 8, 4};
int handed[4];
bool HandOver(int from, int low, int high) {
  for (int i = 0; i < n; ++i) {
    Worker& w = worker[i];
    if (i == from || w.busy) continue;
    pthread_mutex_lock(&w.lock);
    w.busy = true;
    assert(++handed[i] == 1);
    w.low = low, w.high = high;
    pthread_cond_signal(&w.wake);
    pthread_mutex_unlock(&w.lock);
    return true;
  }
  return false;
}
void Sort(int self, int low, int high) {
  if (high - low < 2) return;
  int pivot = numbers[high - 1], at = low;
  for (int i = low; i < high - 1; ++i)
    if (numbers[i] < pivot) std::swap(numbers[i], numbers[at++]);
  std::swap(numbers[at], numbers[high - 1]);
  if (high - low < 4 || !HandOver(self, low, at)) Sort(self, low, at);
  Sort(self, at + 1, high);
}
void* Run(void* arg) {
  const long self = reinterpret_cast<long>(arg);
  Worker& w = worker[self];
  pthread_mutex_lock(&w.lock);
  for (;;) {
    while (!w.quit && w.low == w.high) pthread_cond_wait(&w.wake, &w.lock);
    if (w.low == w.high) break;
    const int low = w.low, high = w.high;
    pthread_mutex_unlock(&w.lock);
    Sort(static_cast<int>(self), low, high);
    pthread_mutex_lock(&w.lock);
    w.low = w.high = 0;
    --handed[self];
    w.busy = false;
  }
  pthread_mutex_unlock(&w.lock);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  for (int i = 0; i < n; ++i) pthread_mutex_init(&worker[i].lock, nullptr), pthread_cond_init(&worker[i].wake, nullptr);
  for (long i = 0; i < n; ++i) pthread_create(&worker[i].thread, nullptr, Run, reinterpret_cast<void*>(i));
  HandOver(-1, 0, 4);
  HandOver(-1, 4, 8);
  for (int i = 0; i < n; ++i) {
    pthread_mutex_lock(&worker[i].lock);
    worker[i].quit = true;
    pthread_cond_signal(&worker[i].wake);
    pthread_mutex_unlock(&worker[i].lock);
  }
  for (int i = 0; i < n; ++i) pthread_join(worker[i].thread, nullptr);
}
