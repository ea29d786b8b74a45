// shows: N voters count their vote without a box around it; at the end one is missing
// set: unseen
// args: 2
// args: 8
// args: 30
#include "bug.h"

int votes;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [](int) {
    const int so_far = votes;
    votes = so_far + 1;
  });
  assert(votes == n);
}
