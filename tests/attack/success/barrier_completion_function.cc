// shows: what a barrier's completion function does is ordered between its phases
#include <barrier>
#include <cassert>
#include <thread>

static int parts[2], total;

int main() {
  std::barrier sync(2, []() noexcept { total += parts[0] + parts[1]; });
  auto work = [&](int me) {
    parts[me] = 1;
    sync.arrive_and_wait();
    assert(total == 2);
    parts[me] = 2;
    sync.arrive_and_wait();
    assert(total == 6);
  };
  std::thread a(work, 0), b(work, 1);
  a.join(), b.join();
}
