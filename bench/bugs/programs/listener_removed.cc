// shows: events are given to a listener that was found before it was removed; removal waits for nobody
// set: unseen
// args: 1
// args: 3
#include "bug.h"

struct Listener {
  int heard = 0;
};
std::atomic<Listener*> listener{new Listener};
std::atomic<int> calls;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> t;
  for (int i = 0; i < n; ++i)
    t.emplace_back([] {
      if (Listener* l = listener.load()) {
        calls.fetch_add(1);
        l->heard = calls.load();
        calls.fetch_sub(1);
      }
    });
  t.emplace_back([] {
    Listener* l = listener.exchange(nullptr);
    if (calls.load() == 0) delete l;
  });
  for (auto& x : t) x.join();
}
