// shows: the destructor of a stop_callback waits for a call that another thread is in
#include <cassert>
#include <optional>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  int calls = 0;
  std::thread stops([&] { source.request_stop(); });
  {
    std::stop_callback callback(source.get_token(), [&] { ++calls; });
  }
  assert(calls == 0 || calls == 1);  // nobody writes it any more
  stops.join();
  assert(source.stop_requested());
}
