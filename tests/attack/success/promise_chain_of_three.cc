// shows: three threads hand a value on by promises; the last is a shared_future of two readers
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> a, b;
  std::shared_future<int> out = b.get_future().share();
  std::thread t([&, in = a.get_future()]() mutable { b.set_value(in.get() + 1); });
  std::thread u([out] { assert(out.get() == 8); });
  a.set_value(7);
  assert(out.get() == 8);
  t.join(), u.join();
}
