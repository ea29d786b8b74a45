// shows: asio steady timers: one expires after an hour of virtual time, one is cancelled
// compile: -DASIO_STANDALONE
// native: no (an hour)
#include <asio.hpp>
#include <cassert>
#include <chrono>
#include <thread>

static void Run() {
  asio::io_context context;
  asio::steady_timer expires(context, std::chrono::hours(1)), cancelled(context, std::chrono::hours(2));
  int fired = 0, aborted = 0;
  cancelled.async_wait([&](const asio::error_code& error) { aborted += error == asio::error::operation_aborted; });
  expires.async_wait([&](const asio::error_code& error) {
    fired += !error;
    cancelled.cancel();
  });
  std::thread runner([&] { context.run(); });
  runner.join();
  assert(fired == 1 && aborted == 1);
}

int main() {  // a descriptor opened before the first thread could not be rewound
  std::thread(Run).join();
}
