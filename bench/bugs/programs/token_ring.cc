// shows: each thread passes the token on; one of them reads the turn twice
// set: tune
// args: 3
// args: 8
#include "bug.h"

std::atomic<int> turn{0};
std::atomic<int> passes{0};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  RunAll(n, [n](int i) {
    for (int tries = 0; tries < 4; ++tries) {
      if (turn % n != i % n) continue;
      const int before = turn;
      turn = before + 1;
      ++passes;
    }
  });
  RunAll(2, [n](int i) {
    const int before = turn;
    if (i == 1) turn = before + 1;
    else assert(turn == before);
  });
}
