// shows: a thread leaves the barrier for good and goes on writing what the completion function reads
// kind: race|assert
#include <barrier>
#include <cassert>
#include <thread>

int value, seen;

int main() {
  std::barrier b(2, []() noexcept { seen = value; });
  std::thread leaver([&] {
    value = 1;
    b.arrive_and_drop();
    value = 2;
  });
  b.arrive_and_wait();
  leaver.join();
}
