// shows: a driver is unplugged when nobody uses it; a user looks at the flag before it counts itself in
// set: unseen
// args: 1
// args: 3
#include "bug.h"

std::atomic<bool> going;
std::atomic<int> users{1};
std::atomic<bool> gone;
void Leave() {
  if (users.fetch_sub(1) == 1) gone.store(true);
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> t;
  for (int i = 0; i < n; ++i)
    t.emplace_back([] {
      if (going.load()) return;
      users.fetch_add(1);
      assert(!gone.load());
      Leave();
    });
  t.emplace_back([] {
    going.store(true);
    Leave();
  });
  for (auto& x : t) x.join();
}
