// shows: N locks taken hand over hand; the last thread goes round the other way
// set: held
// args: 3
// args: 6
#include "bug.h"

std::mutex chain[8];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  RunAll(n, [n](int i) {
    std::lock_guard a(chain[i]);
    std::lock_guard b(chain[(i + 1) % n]);
  });
}
