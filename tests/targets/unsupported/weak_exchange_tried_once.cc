// shows: a weak compare-exchange may fail without a reason, which no run shows: the summary says where it is not tried again
// expect-exit: 0
// message: compare_exchange_weak that fails.*weak_exchange_tried_once.cc:13
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> taken;
static std::atomic<int> claims;

static void Claim() {
  bool no = false;
  if (taken.compare_exchange_weak(no, true)) claims++;
}

int main() {
  std::thread a(Claim), b(Claim);
  a.join(), b.join();
  assert(claims == 1);
}
