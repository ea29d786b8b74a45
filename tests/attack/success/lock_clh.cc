// shows: a CLH lock: each thread waits for its predecessor's node and goes on with that
#include <atomic>
#include <cassert>
#include <thread>
struct QNode {
  std::atomic<bool> held{false};
};
QNode nodes[3];
std::atomic<QNode*> tail{&nodes[0]};
int count;
struct Clh {
  QNode* mine;
  QNode* pred = nullptr;
  explicit Clh(QNode* n) : mine(n) {}
  void lock() {
    mine->held.store(true, std::memory_order_relaxed);
    pred = tail.exchange(mine, std::memory_order_acq_rel);
    while (pred->held.load(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() {
    QNode* p = pred;
    mine->held.store(false, std::memory_order_release);
    mine = p;
  }
};
int main() {
  auto run = [](QNode* n) {
    Clh l(n);
    for (int i = 0; i < 2; ++i) {
      l.lock();
      ++count;
      l.unlock();
    }
  };
  std::thread a(run, &nodes[1]), b(run, &nodes[2]);
  a.join();
  b.join();
  assert(count == 4);
}
