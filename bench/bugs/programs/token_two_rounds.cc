// shows: a token goes round twice; a thread that was passed over writes the turn of the round before
// set: held
// args: 2
// args: 4
#include "bug.h"

std::atomic<int> turn{0}, round_no{0};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [n](int i) {
    for (int r = 0; r < 2; ++r) {
      const int t = turn, now = round_no;
      if (t != i) continue;
      if (i == n - 1) round_no = now + 1;
      turn = (t + 1) % n;
    }
  });
  assert(!(round_no == 1 && turn == 0) || n > 4);
}
