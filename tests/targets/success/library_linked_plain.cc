// shows: a linked shared library built without the driver: its code runs, its locks belong to the scheduler
// library: plain linked ../library/counter.cc
#include <cassert>
#include <thread>

extern "C" int CounterAdd(int amount);
extern "C" int CounterGet();

int main() {
  std::thread a(CounterAdd, 2), b(CounterAdd, 3);
  a.join();
  b.join();
  assert(CounterGet() == 5);
}
