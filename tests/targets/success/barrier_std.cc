// shows: std::barrier with a completion function, several phases, and arrive_and_drop
#include <barrier>
#include <cassert>
#include <thread>

static int phases, work[3];

struct Complete {
  void operator()() noexcept {
    phases++;
    if (phases == 1) assert(work[0] == 1 && work[1] == 1 && work[2] == 1);
    if (phases == 2) assert(work[0] == 2 && work[1] == 2 && work[2] == 1);
  }
};

int main() {
  std::barrier barrier(3, Complete{});
  auto two_rounds = [&](int i) {
    work[i]++;
    barrier.arrive_and_wait();
    work[i]++;
    barrier.arrive_and_wait();
  };
  std::thread a(two_rounds, 0), b(two_rounds, 1);
  std::thread c([&] {
    work[2]++;
    barrier.arrive_and_drop();
  });
  a.join();
  b.join();
  c.join();
  assert(phases == 2);
}
