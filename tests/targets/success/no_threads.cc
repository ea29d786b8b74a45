// shows: a program that makes no thread at all is one schedule and ends well
// schedules: 5
#include <cassert>
#include <mutex>
#include <vector>

int main() {
  std::mutex lock;
  std::vector<int> v;
  for (int i = 0; i < 10; i++) {
    std::lock_guard guard(lock);
    v.push_back(i);
  }
  assert(v.size() == 10);
}
