// The library's operations by name, for scripts. Everything that is written goes to memory.
#include <memory>
#include <sstream>
#include <string>

#include "script.h"
#include "spdlog/async.h"
#include "spdlog/sinks/dist_sink.h"
#include "spdlog/sinks/dup_filter_sink.h"
#include "spdlog/sinks/null_sink.h"
#include "spdlog/sinks/ostream_sink.h"
#include "spdlog/sinks/ringbuffer_sink.h"
#include "spdlog/spdlog.h"

namespace {

using Level = spdlog::level::level_enum;

Level LevelOf(long number) { return static_cast<Level>(number % spdlog::level::n_levels); }
std::string Name(long number) { return "logger" + std::to_string(number); }

struct Fixture {
  std::ostringstream out;
  std::shared_ptr<spdlog::sinks::ringbuffer_sink_mt> ring;
  std::shared_ptr<spdlog::sinks::ostream_sink_mt> stream = std::make_shared<spdlog::sinks::ostream_sink_mt>(out);
  std::shared_ptr<spdlog::sinks::dist_sink_mt> spread = std::make_shared<spdlog::sinks::dist_sink_mt>();
  std::shared_ptr<spdlog::sinks::dup_filter_sink_mt> once =
      std::make_shared<spdlog::sinks::dup_filter_sink_mt>(std::chrono::seconds(5));
  std::shared_ptr<spdlog::details::thread_pool> pool;
  std::shared_ptr<spdlog::logger> plain, kept, many, unique;
  std::shared_ptr<spdlog::async_logger> async;

  Fixture(std::size_t lines, std::size_t queue)
      : ring(std::make_shared<spdlog::sinks::ringbuffer_sink_mt>(lines)),
        pool(std::make_shared<spdlog::details::thread_pool>(queue, 1)),
        plain(std::make_shared<spdlog::logger>("plain", stream)),
        kept(std::make_shared<spdlog::logger>("kept", ring)),
        many(std::make_shared<spdlog::logger>("many", spread)),
        unique(std::make_shared<spdlog::logger>("unique", once)),
        async(std::make_shared<spdlog::async_logger>("async", std::make_shared<spdlog::sinks::null_sink_mt>(), pool,
                                                     spdlog::async_overflow_policy::overrun_oldest)) {
    spread->add_sink(std::make_shared<spdlog::sinks::null_sink_mt>());
    once->add_sink(std::make_shared<spdlog::sinks::null_sink_mt>());
    spdlog::register_logger(plain);
  }

  void Register(long number) {
    try {
      spdlog::register_logger(std::make_shared<spdlog::logger>(Name(number), std::make_shared<spdlog::sinks::null_sink_mt>()));
    } catch (const spdlog::spdlog_ex&) {
      Use(1);
    }
  }
};

long Formatted(const std::string& pattern, long number) {
  spdlog::pattern_formatter formatter(pattern);
  const std::string text = "message " + std::to_string(number);
  const spdlog::details::log_msg message("formatted", Level::info, text);
  spdlog::memory_buf_t buffer;
  formatter.format(message, buffer);
  return static_cast<long>(buffer.size());
}

constexpr Operation<Fixture> kOperations[] = {
    {"info", [](Fixture& f, long a, long) { f.plain->info("number {} of {}", a, 9); }},
    {"debug", [](Fixture& f, long a, long) { f.plain->debug("number {}", a); }},
    {"log", [](Fixture& f, long a, long b) { f.plain->log(LevelOf(a), "{:>8}|{:x}", b, b); }},
    {"flush", [](Fixture& f, long, long) { f.plain->flush(); }},
    {"setLevel", [](Fixture& f, long a, long) { f.plain->set_level(LevelOf(a)); }},
    {"level", [](Fixture& f, long, long) { Use(f.plain->level()); }},
    {"shouldLog", [](Fixture& f, long a, long) { Use(f.plain->should_log(LevelOf(a))); }},
    {"flushOn", [](Fixture& f, long a, long) { f.plain->flush_on(LevelOf(a)); }},
    {"streamPattern", [](Fixture& f, long, long) { f.stream->set_pattern("%l %v"); }},
    {"streamLevel", [](Fixture& f, long a, long) { f.stream->set_level(LevelOf(a)); }},
    {"keep", [](Fixture& f, long a, long) { f.kept->warn("kept {}", a); }},
    {"lastRaw", [](Fixture& f, long a, long) { Use(static_cast<long>(f.ring->last_raw(static_cast<std::size_t>(a)).size())); }},
    {"lastText", [](Fixture& f, long a, long) { Use(static_cast<long>(f.ring->last_formatted(static_cast<std::size_t>(a)).size())); }},
    {"ringPattern", [](Fixture& f, long, long) { f.ring->set_pattern("%v"); }},
    {"spread", [](Fixture& f, long a, long) { f.many->error("spread {}", a); }},
    {"addSink", [](Fixture& f, long, long) { f.spread->add_sink(std::make_shared<spdlog::sinks::null_sink_mt>()); }},
    {"removeStream", [](Fixture& f, long, long) { f.spread->remove_sink(f.stream); }},
    {"addStream", [](Fixture& f, long, long) { f.spread->add_sink(f.stream); }},
    {"clearSinks", [](Fixture& f, long, long) { f.spread->set_sinks({}); }},
    {"repeat", [](Fixture& f, long a, long) { f.unique->info("again {}", a); }},
    {"queue", [](Fixture& f, long a, long) { f.async->info("queued {}", a); }},
    {"queueFlush", [](Fixture& f, long, long) { f.async->flush(); }},
    {"queueSize", [](Fixture& f, long, long) { Use(static_cast<long>(f.pool->queue_size())); }},
    {"queueLost", [](Fixture& f, long, long) { Use(static_cast<long>(f.pool->overrun_counter())); }},
    {"traceOn", [](Fixture& f, long a, long) { f.plain->enable_backtrace(static_cast<std::size_t>(a)); }},
    {"traceOff", [](Fixture& f, long, long) { f.plain->disable_backtrace(); }},
    {"traceWrite", [](Fixture& f, long, long) { f.plain->dump_backtrace(); }},
    {"get", [](Fixture&, long a, long) { Use(spdlog::get(Name(a)) != nullptr); }},
    {"register", [](Fixture& f, long a, long) { f.Register(a); }},
    {"drop", [](Fixture&, long a, long) { spdlog::drop(Name(a)); }},
    {"applyAll",
     [](Fixture&, long, long) { spdlog::apply_all([](const std::shared_ptr<spdlog::logger>& one) { Use(one->level()); }); }},
    {"allLevels", [](Fixture&, long a, long) { spdlog::set_level(LevelOf(a)); }},
    {"named",
     [](Fixture&, long a, long) {
       if (const auto found = spdlog::get(Name(a))) found->info("by name {}", a);
     }},
    {"setDefault", [](Fixture& f, long, long) { spdlog::set_default_logger(f.kept); }},
    {"default", [](Fixture&, long, long) { Use(spdlog::default_logger() != nullptr); }},
    {"setFormatter",
     [](Fixture&, long, long) { spdlog::set_formatter(std::make_unique<spdlog::pattern_formatter>("%n %v")); }},
    {"clone", [](Fixture& f, long a, long) { Use(static_cast<long>(f.kept->clone(Name(a))->name().size())); }},
    {"short", [](Fixture&, long a, long) { Use(Formatted("%v", a)); }},
    {"long", [](Fixture&, long a, long) { Use(Formatted("[%Y-%m-%d %H:%M:%S.%e] [%n] [%^%l%$] %8v", a)); }},
    {"number", [](Fixture&, long a, long b) { Use(static_cast<long>(fmt::format("{:08.3f} {:#x}", double(a) / 7, b).size())); }},
    {"text", [](Fixture&, long a, long) { Use(static_cast<long>(fmt::format("{:*^{}}", "mid", a).size())); }},
    {"levelName", [](Fixture&, long a, long) { Use(static_cast<long>(spdlog::level::to_string_view(LevelOf(a)).size())); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // lines of the ring buffer, messages in the queue
  Fixture fixture(static_cast<std::size_t>(numbers[0]), static_cast<std::size_t>(numbers.size() > 1 ? numbers[1] : 8));
  RunThreads(fixture, kOperations, argc, argv);
  spdlog::drop_all();
  return 0;
}
