// shows: a function without hooks is called through a pointer under a lock
// library: plain object ../../targets/library/adder.cc
#include <cassert>
#include <mutex>
#include <thread>
extern "C" void AddOneTo(int* number);
void (*volatile add)(int*) = AddOneTo;
std::mutex m;
int main() {
  int n = 0;
  auto locked = [&] {
    std::lock_guard<std::mutex> l(m);
    add(&n);
  };
  std::thread t(locked);
  locked();
  t.join();
  assert(n == 2);
}
