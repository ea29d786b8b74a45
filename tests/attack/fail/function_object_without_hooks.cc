// shows: a function without hooks is called by std::function and by std::invoke
// kind: assert
// library: plain object ../../targets/library/adder.cc
#include <cassert>
#include <functional>
#include <thread>
extern "C" void AddOneTo(int* number);
int main() {
  int n = 0;
  std::function<void(int*)> add = AddOneTo;
  std::thread t(AddOneTo, &n);
  const int before = n;
  add(&n);
  const int after = n;
  t.join();
  assert(after == before + 1);
}
