// shows: a function without hooks is called through a pointer and changes what another thread looks at
// kind: assert
// library: plain object ../../targets/library/adder.cc
#include <cassert>
#include <thread>
extern "C" void AddOneTo(int* number);
void (*volatile add)(int*) = AddOneTo;
int main() {
  int n = 0;
  std::thread t([&] { add(&n); });
  const int before = n;
  add(&n);
  const int after = n;
  t.join();
  assert(after == before + 1);
}
