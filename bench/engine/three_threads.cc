// (a) The test of the first proof of the rewind engine: three threads, std::thread, std::mutex, thread_local storage and
// strings on the heap, an unprotected counter. It never fails, so that a search goes on.
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "peak_memory.h"

namespace {
int shared = 0;
std::mutex mutex;
std::vector<std::string>* items;
thread_local int steps = 7;

void Work(int id) {
  for (int i = 0; i < 3; ++i) {
    int value = shared;
    shared = value + 1;
    std::lock_guard<std::mutex> guard(mutex);
    items->push_back("item " + std::to_string(id * 10 + i));
    steps++;
  }
}
}  // namespace

int main() {
  items = new std::vector<std::string>;
  std::thread a(Work, 1), b(Work, 2), c(Work, 3);
  a.join();
  b.join();
  c.join();
  const bool lost = items->size() != 9;
  delete items;
  TellPeakMemory();
  return lost;
}
