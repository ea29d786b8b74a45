// shows: stop callbacks run once, in the thread that requests the stop or in the one that registers too late
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::atomic<int> calls = 0;
  std::thread registers([&] {
    std::stop_callback callback(source.get_token(), [&] { calls++; });
    while (!source.stop_requested()) std::this_thread::yield();
  });  // the destructor waits for a callback that runs elsewhere
  std::thread requests([&] { source.request_stop(); });
  registers.join();
  requests.join();
  assert(calls == 1);
  {
    std::stop_source quiet;
    std::stop_callback removed(quiet.get_token(), [&] { calls++; });
  }
  assert(calls == 1);
}
