// shows: every setter writes four flags in order; the checker must see a prefix of length two
// set: tune
// args: 1
// args: 20
// args: 100
#include "bug.h"

int flag[4];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> setters;
  for (int i = 0; i < n; ++i)
    setters.emplace_back([] {
      for (int& f : flag) f = 1;
    });
  std::thread checker([] {
    const int first = flag[1], second = flag[2];
    assert(!(first == 1 && second == 0));
  });
  for (auto& t : setters) t.join();
  checker.join();
}
