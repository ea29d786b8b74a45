// shows: an hour's sleep returns at once and the clocks say that an hour went by
// native: no (it would sleep for hours)
#include <cassert>
#include <chrono>
#include <thread>
#include <time.h>
#include <unistd.h>

using namespace std::chrono;

static void Sleep() {
  auto before = steady_clock::now();
  std::this_thread::sleep_for(1h);
  assert(steady_clock::now() - before >= 1h);
  auto until = system_clock::now() + 30min;
  std::this_thread::sleep_until(until);
  assert(system_clock::now() >= until);
  assert(sleep(3600) == 0);
  assert(usleep(500000) == 0);
  timespec hour = {3600, 0}, left;
  assert(nanosleep(&hour, &left) == 0);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &hour, nullptr) == 0);
}

int main() {
  std::thread a(Sleep), b(Sleep);
  a.join();
  b.join();
}
