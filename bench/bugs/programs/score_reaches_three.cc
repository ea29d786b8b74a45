// shows: one player scores one, one scores two; the referee stops a match whose score reached three
// set: unseen
// args: 1
// args: 3
#include "bug.h"

std::mutex m;
int score;
int main(int argc, char** argv) {
  const int pairs = Count(argc, argv, 1);
  std::vector<std::thread> t;
  t.emplace_back([pairs] {
    std::lock_guard hold(m);
    assert(score < 3 * pairs);
  });
  for (int i = 0; i < pairs; ++i) {
    t.emplace_back([] {
      std::lock_guard hold(m);
      score += 1;
    });
    t.emplace_back([] {
      std::lock_guard hold(m);
      score += 2;
    });
  }
  for (auto& x : t) x.join();
}
