// shows: every clock moves forward, across threads too, and they agree with each other
#include <atomic>
#include <cassert>
#include <chrono>
#include <sys/time.h>
#include <thread>
#include <time.h>

using namespace std::chrono;

int main() {
  auto start = steady_clock::now();
  std::atomic<long> published = 0;
  std::thread a([&] {
    std::this_thread::sleep_for(1ms);
    published = steady_clock::now().time_since_epoch().count();
  });
  std::thread b([&] {
    long seen = published;
    assert(steady_clock::now().time_since_epoch().count() >= seen);
  });
  a.join();
  b.join();
  assert(steady_clock::now() - start >= 1ms);
  time_t seconds = time(nullptr);
  timeval micro;
  gettimeofday(&micro, nullptr);
  timespec nano, utc;
  clock_gettime(CLOCK_REALTIME, &nano);
  timespec_get(&utc, TIME_UTC);
  assert(micro.tv_sec - seconds <= 1 && nano.tv_sec - seconds <= 1 && utc.tv_sec - seconds <= 1);
  assert(micro.tv_sec >= seconds && nano.tv_sec >= micro.tv_sec && utc.tv_sec >= nano.tv_sec);
  assert(clock() >= 0);
  timespec resolution;
  assert(clock_getres(CLOCK_MONOTONIC, &resolution) == 0);
}
