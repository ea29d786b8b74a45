// shows: random_device, getrandom, arc4random and rand are usable from several threads
#include <cassert>
#include <cstdlib>
#include <random>
#include <sys/random.h>
#include <thread>

static void Draw() {
  std::random_device device;
  unsigned a = device(), b = device(), c = device();
  assert(a != b || b != c);
  unsigned char bytes[32] = {};
  assert(getrandom(bytes, sizeof bytes, 0) == sizeof bytes);
  int zero = 0;
  for (unsigned char byte : bytes) zero += byte == 0;
  assert(zero < 16);
  assert(arc4random_uniform(10) < 10);
  assert(rand() >= 0);
}

int main() {
  std::thread a(Draw), b(Draw);
  a.join();
  b.join();
}
