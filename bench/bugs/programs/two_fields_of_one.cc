// shows: N setters write their number to two fields in turn; a reader must not see the fields of two setters
// set: held
// args: 2
// args: 10
// args: 50
#include "bug.h"

std::atomic<int> left{0}, right{0};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n + 1, [n](int i) {
    if (i < n) {
      left = i + 1;
      right = i + 1;
    } else {
      const int l = left, r = right;
      assert(l == r || l == 0 || r == 0);
    }
  });
}
