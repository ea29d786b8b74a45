// shows: two threads call code without hooks that gets no pointer and counts in memory of its own
// expect-exit: 0
// schedules: 40
// message: code without hooks does to memory of its own: threads call it at .*said_object_counts
// library: plain object ../library/tally.cc
#include <cassert>
#include <thread>

extern "C" void Tally();
extern "C" int Tallied();

int main() {
  std::thread t(Tally);
  Tally();
  t.join();
  assert(Tallied() == 2);
}
