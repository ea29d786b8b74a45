// shows: two locks taken in crossed order, the second only tried; giving up leaves a flag behind
// set: held
// args: 1
// args: 3
#include "bug.h"

std::mutex a, b;
int pairs;
bool busy;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread back([] {
    std::lock_guard l(b);
    if (!a.try_lock()) {
      busy = true;
      return;
    }
    ++pairs;
    a.unlock();
  });
  RunAll(n, [](int) {
    std::lock_guard l(a);
    std::lock_guard k(b);
    assert(!busy);
    ++pairs;
  });
  back.join();
}
