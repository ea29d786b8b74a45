// Lock-release history: the new version gives the lock back between a and c. BEFORE adds a critical section in front.
#include <mutex>
#include <thread>

static std::mutex l;
static int x, y, w;

static void Writer() {
#if BEFORE
  l.lock();
  w = 1;  // z
  l.unlock();
#endif
  l.lock();
  x = 1;  // a
#if V
  l.unlock();
  l.lock();
#endif
  y = 2;  // c
  x = 3;  // b
  l.unlock();
}

int main() {
  std::thread t2([] {
    l.lock();
    const int seen = x + y + w;  // r
    l.unlock();
    return seen;
  });
  std::thread t1(Writer);
  t2.join();
  t1.join();
}
