// shows: a driver is stopped while a request has passed the check for it
// set: tune
// args: 1
// args: 4
#include "bug.h"

std::atomic<bool> stopping{false}, stopped{false};
std::atomic<int> pending{1};
void Leave() {
  if (--pending == 0) stopped = true;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread stopper([] {
    stopping = true;
    Leave();
  });
  RunAll(n, [](int) {
    if (stopping) return;
    ++pending;
    assert(!stopped);
    Leave();
  });
  stopper.join();
}
