// shows: a node that push_back puts behind the last one, which another thread reads while it walks the list
// kind: race
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

std::list<int> a{1, 2};
std::mutex m;

int main() {
  std::jthread x([] {
    const std::lock_guard lock(m);
    a.push_back(3);
  });
  std::jthread y([] {
    int s = 0;
    for (int v : a) s += v;
    assert(s == 3 || s == 6);
  });
}
