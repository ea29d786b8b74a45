// shows: a destructor of a thread_local makes another one, and both report under a lock
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m;
int gone;
struct Second {
  ~Second() {
    std::lock_guard g(m);
    ++gone;
  }
  int v = 0;
};
Second& Late() {
  thread_local Second s;
  return s;
}
struct First {
  ~First() {
    Late().v = 1;
    std::lock_guard g(m);
    ++gone;
  }
  int v = 0;
};
thread_local First first;
int main() {
  auto f = [] { first.v = 1; };
  std::thread a(f), b(f);
  a.join(), b.join();
  assert(gone == 4);
}
