// shows: a stop callback takes a lock that is held by who waits for it to end
// kind: deadlock
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

static std::mutex m;
static int cleaned;

int main() {
  std::stop_source source;
  auto clean = [] {
    std::lock_guard lock(m);
    ++cleaned;
  };
  std::optional<std::stop_callback<decltype(clean)>> callback;
  callback.emplace(source.get_token(), clean);
  std::thread stops([&] { source.request_stop(); });
  {
    std::lock_guard lock(m);
    callback.reset();  // waits for a call that waits for the lock
  }
  stops.join();
}
