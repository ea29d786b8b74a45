// shows: a checker sees the first of two writes of some setter and not the second
// set: held
// args: 3
// args: 10
// args: 50
// args: 100
#include "bug.h"

int a, b;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  std::vector<std::thread> setters;
  for (int i = 0; i < n; ++i)
    setters.emplace_back([] {
      a = 1;
      b = -1;
    });
  std::thread checker([] { assert((a == 0 && b == 0) || (a == 1 && b == -1)); });
  for (auto& t : setters) t.join();
  checker.join();
}
