// shows: two closers both find the group last and free it (kernel pattern)
// set: tune
// args: 2
// args: 4
#include "bug.h"

struct Group {
  std::atomic<int> users;
};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  auto* group = new Group;
  group->users = n;
  std::atomic<Group*> current{group};
  RunAll(n, [&current](int) {
    Group* g = current;
    if (!g) return;
    --g->users;
    if (g->users == 0) {
      current = nullptr;
      delete g;
    }
  });
}
