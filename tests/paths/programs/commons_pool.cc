// The race on `factory` exists only on the path where numActive is 0 when the second thread looks at it.
#include <mutex>
#include <thread>

std::mutex m;
int numActive, factory, pool;

void t1() {
  int p = pool;
  int f = factory;
  (void)p, (void)f;
}
void t2() {
  std::lock_guard<std::mutex> g(m);
  if (numActive > 0) return;
  factory = 1;
}
void t3() {
  std::lock_guard<std::mutex> g(m);
  pool = 5;
  numActive++;
}

int main() {
  std::thread c(t3);
  std::thread a(t1);
  std::thread b(t2);
  a.join(), b.join(), c.join();
}
