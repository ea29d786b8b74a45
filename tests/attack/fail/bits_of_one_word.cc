// shows: two bit fields that share a word are written by two threads
// kind: race|assert
#include <cassert>
#include <thread>
struct Flags {
  unsigned a : 1, b : 1;
} f;
int main() {
  std::thread x([] { f.a = 1; }), y([] { f.b = 1; });
  x.join(), y.join();
  assert(f.a && f.b);
}
