// shows: spdlog's registry and a multi-threaded sink used by two threads
// link: -lfmt
#include <cassert>
#include <memory>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/sinks/ringbuffer_sink.h>
#include <spdlog/spdlog.h>
#include <thread>

int main() {
  auto ring = std::make_shared<spdlog::sinks::ringbuffer_sink_mt>(8);
  auto logger = std::make_shared<spdlog::logger>("ring", ring);
  spdlog::register_logger(logger);
  auto log = [] {
    auto found = spdlog::get("ring");
    found->warn("number {}", 1);
    found->debug("not shown");
  };
  std::thread a(log), b(log);
  a.join();
  b.join();
  assert(ring->last_raw().size() == 2);
  spdlog::drop_all();
}
