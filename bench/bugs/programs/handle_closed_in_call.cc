// shows: a call looks a handle up under the lock and uses it after; close frees what it found
// set: tune
// args: 1
// args: 3
#include "bug.h"

struct Handle {
  int uses = 0;
  bool open = true;
};
std::mutex table;
Handle* slot = new Handle;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> t;
  for (int i = 0; i < n; ++i)
    t.emplace_back([] {
      Handle* h;
      {
        std::lock_guard hold(table);
        h = slot;
      }
      if (h == nullptr) return;
      ++h->uses;
    });
  t.emplace_back([] {
    Handle* h;
    {
      std::lock_guard hold(table);
      h = slot;
      slot = nullptr;
    }
    delete h;
  });
  for (auto& x : t) x.join();
}
