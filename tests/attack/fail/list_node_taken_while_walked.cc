// shows: erase changes the node before the one that it takes out, where another thread may be on its way
// kind: heap
#include <cassert>
#include <list>
#include <thread>

std::list<int> a{1, 2, 3};

int main() {
  std::jthread x([] { a.erase(std::next(a.begin())); });
  std::jthread y([] {
    int s = 0;
    for (int v : a) s += v;
    assert(s == 4 || s == 6);
  });
}
