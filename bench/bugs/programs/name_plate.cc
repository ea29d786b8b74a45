// shows: N threads that paint a name plate each replace the whole plate; the one that matters is not the last
// set: unseen
// args: 1
// args: 4
// args: 12
#include "bug.h"

const char* plate;
const char right[] = "right", wrong[] = "wrong";
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> t;
  for (int i = 0; i < n; ++i) t.emplace_back([] { plate = wrong; });
  t.emplace_back([] { plate = right; });
  for (auto& x : t) x.join();
  assert(plate == right);
}
