// Ten counters under ten locks; the new version drops the lock of one of them in one thread.
#include <mutex>
#include <thread>

static std::mutex m0, m1, m2, m3, m4, m5, m6, m7, m8, m9;
static int v0, v1, v2, v3, v4, v5, v6, v7, v8, v9;

#define ADD(n) m##n.lock(); v##n = v##n + 1; m##n.unlock();

static void T1() {
  ADD(0) ADD(1) ADD(2)
#if V
  v3 = v3 + 1;
#else
  m3.lock();
  v3 = v3 + 1;
  m3.unlock();
#endif
  ADD(4) ADD(5) ADD(6) ADD(7) ADD(8) ADD(9)
}
static void T2() { ADD(0) ADD(1) ADD(2) ADD(3) ADD(4) ADD(5) ADD(6) ADD(7) ADD(8) ADD(9) }

int main() {
  std::thread t1(T1);
  std::thread t2(T2);
  t1.join();
  t2.join();
}
