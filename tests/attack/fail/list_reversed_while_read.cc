// shows: std::list::reverse, which lies in the library, beside a thread that walks the list
// kind: race
#include <cassert>
#include <list>
#include <thread>

std::list<int> a{1, 2}, b{3};

int main() {
  std::jthread x([] { a.reverse(); }), y([] {
    int s = 0;
    for (int v : a) s += v;
    assert(s == 3);
  });
}
