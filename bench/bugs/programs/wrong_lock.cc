// shows: one of the threads takes another lock
// set: held
// args: 1
// args: 4
#include "bug.h"

std::mutex right, wrong;
int shared;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  RunAll(n + 1, [n](int i) {
    std::lock_guard l(i == n ? wrong : right);
    const int before = shared;
    shared = before + 1;
    assert(shared == before + 1);
  });
}
