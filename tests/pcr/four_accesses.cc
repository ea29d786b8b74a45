// Two accesses of x by each of two threads, W R and R W: two sites that read and two that write, so 52 patterns by the estimate.
// Written out, their six orders have P1 twice (each read before the other's write), P2 twice, P3 twice, P5 (W a, W b, R a) and P7
// (R b, W a, W b): eight.
#include <thread>

int x, y;

int main() {
  std::thread a([] {
    x = 1;
    y = x;
  });
  std::thread b([] {
    const int seen = x;
    x = seen + 2;
  });
  a.join();
  b.join();
}
