// shows: an object that was compiled without hooks is linked into the program and changes what another thread looks at
// kind: assert
// library: plain object ../../targets/library/adder.cc
#include <cassert>
#include <thread>

extern "C" void AddOneTo(int* number);

int main() {
  int n = 0;
  std::thread t([&] { AddOneTo(&n); });
  const int before = n;
  AddOneTo(&n);
  const int after = n;
  t.join();
  assert(after == before + 1);
}
