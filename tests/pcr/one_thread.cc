#include <thread>

static int x, y;

int main() {
  std::thread t([] { x = 1; });
  y = 2;
  t.join();
  return y - 2;
}
