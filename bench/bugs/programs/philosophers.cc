// shows: everybody takes the left fork first
// set: tune
// args: 2
// args: 3
// args: 5
#include "bug.h"

std::mutex forks[16];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  RunAll(n, [n](int i) {
    std::lock_guard left(forks[i]);
    std::lock_guard right(forks[(i + 1) % n]);
  });
}
