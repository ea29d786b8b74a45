// shows: N caretakers each need their own key and the next one's; each takes them in the same direction
// set: unseen
// args: 2
// args: 4
// args: 7
#include "bug.h"

int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::vector<std::mutex> key(static_cast<unsigned>(n));
  int rounds = 0;
  std::mutex book;
  RunAll(n, [&](int i) {
    std::lock_guard mine(key[static_cast<unsigned>(i)]);
    std::lock_guard next(key[static_cast<unsigned>((i + 1) % n)]);
    std::lock_guard hold(book);
    ++rounds;
  });
}
