// The order in which two threads are created.
#include <mutex>
#include <thread>

static std::mutex l;
static int x, y;

static void A() {
  std::lock_guard<std::mutex> guard(l);
  x = 1;
}
static void B() {
  std::lock_guard<std::mutex> guard(l);
  y = x;
}

int main() {
  x = 5;
  y = 6;
#if V
  std::thread b(B);
  std::thread a(A);
#else
  std::thread a(A);
  std::thread b(B);
#endif
  a.join();
  b.join();
  return x + y > 100;  // after
}
