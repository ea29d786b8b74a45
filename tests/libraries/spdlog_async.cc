// shows: spdlog's asynchronous logger: two threads log through its queue and worker into a string
// link: -lfmt
#include <cassert>
#include <memory>
#include <spdlog/async.h>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/sinks/ostream_sink.h>
#include <sstream>
#include <string>
#include <thread>

int main() {
  std::ostringstream out;
  {
    auto pool = std::make_shared<spdlog::details::thread_pool>(8, 1);
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(out);
    auto logger = std::make_shared<spdlog::async_logger>("async", sink, pool, spdlog::async_overflow_policy::block);
    logger->set_pattern("%v");
    std::thread a([&] { logger->info("from {}", "a"); });
    std::thread b([&] { logger->info("from {}", "b"); });
    a.join();
    b.join();
    logger->flush();
  }
  std::string text = out.str();
  assert(text == "from a\nfrom b\n" || text == "from b\nfrom a\n");
}
