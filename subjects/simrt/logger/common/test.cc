// The logger's operations by name, for scripts.
#include "async_appender.h"
#include "context.h"
#include "hierarchy.h"
#include "script.h"

namespace {

constexpr const char* kNames[] = {"net", "net.http", "net.http.client", "store", "store.disk", "warn"};
constexpr const char* kConfigurations[] = {"logger.net = warn\nadditive.net.http = no\n", "threshold = info\n# nothing\n",
                                           "logger.store.disk = debug\nother = 1\n"};
constexpr const char* kFilters[] = {"warn..fatal", "!secret", "happened", "debug..error"};
constexpr const char* kLayouts[] = {"simple", "xml", "%-5p %c - %m%n", "%r %10.4c [%t] %x %m"};
constexpr Level kLevels[] = {Level::kTrace, Level::kDebug, Level::kInfo, Level::kWarn, Level::kError};

Level LevelOf(long number) { return kLevels[number % 5]; }
Event EventOf(long number) {
  return {.logger = kNames[number % 6], .level = LevelOf(number), .message = "message & more", .context = "", .number = number, .thread = 1};
}

struct Fixture {
  Hierarchy hierarchy;
  std::shared_ptr<MemoryAppender> memory;
  std::shared_ptr<RollingAppender> rolling;
  Fixture(std::size_t capacity, std::size_t limit)
      : memory(std::make_shared<MemoryAppender>("memory", "%p %m%n", capacity)),
        rolling(std::make_shared<RollingAppender>("rolling", "simple", limit, 2)) {}
  Logger& Named(long number) { return hierarchy.logger(kNames[number % 6]); }
};

void Async(Fixture& f, long events, long) {
  AsyncAppender async(f.memory, 4);
  for (long i = 0; i < events; ++i) async.offer(EventOf(i));
  async.flush();
  Use(async.handled() + async.lost() + static_cast<long>(async.waiting()));
}

constexpr Operation<Fixture> kOperations[] = {
    {"async", Async},
    {"log", [](Fixture& f, long a, long b) { Use(f.Named(a).log(LevelOf(b), "something happened")); }},
    {"info", [](Fixture& f, long a, long) { Use(f.Named(a).info("for your information")); }},
    {"error", [](Fixture& f, long a, long) { Use(f.Named(a).error("this went wrong")); }},
    {"isEnabledFor", [](Fixture& f, long a, long b) { Use(f.Named(a).isEnabledFor(LevelOf(b))); }},
    {"effectiveLevel", [](Fixture& f, long a, long) { Use(static_cast<long>(f.Named(a).effectiveLevel())); }},
    {"setLevel", [](Fixture& f, long a, long b) { f.Named(a).setLevel(LevelOf(b)); }},
    {"setAdditive", [](Fixture& f, long a, long b) { f.Named(a).setAdditive(b != 0); }},
    {"additive", [](Fixture& f, long a, long) { Use(f.Named(a).additive()); }},
    {"parent", [](Fixture& f, long a, long) { Use(f.Named(a).parent() != nullptr); }},
    {"events", [](Fixture& f, long a, long) { Use(f.Named(a).events()); }},
    {"attach", [](Fixture& f, long a, long) { f.Named(a).appenders().add(f.rolling); }},
    {"detach", [](Fixture& f, long a, long) { Use(f.Named(a).appenders().remove("rolling")); }},
    {"isAttached", [](Fixture& f, long a, long) { Use(f.Named(a).appenders().isAttached("memory")); }},
    {"appenderNames", [](Fixture& f, long a, long) { Use(static_cast<long>(f.Named(a).appenders().names().size())); }},
    {"appenderCount", [](Fixture& f, long a, long) { Use(f.Named(a).appenders().size()); }},
    {"removeAll", [](Fixture& f, long a, long) { Use(f.Named(a).appenders().removeAll()); }},
    {"exists", [](Fixture& f, long a, long) { Use(f.hierarchy.exists(kNames[a % 6])); }},
    {"names", [](Fixture& f, long, long) { Use(static_cast<long>(f.hierarchy.names().size())); }},
    {"size", [](Fixture& f, long, long) { Use(f.hierarchy.size()); }},
    {"delivered", [](Fixture& f, long, long) { Use(f.hierarchy.delivered()); }},
    {"setThreshold", [](Fixture& f, long a, long) { f.hierarchy.setThreshold(LevelOf(a)); }},
    {"threshold", [](Fixture& f, long, long) { Use(static_cast<long>(f.hierarchy.threshold())); }},
    {"configure", [](Fixture& f, long a, long) { Use(f.hierarchy.configure(kConfigurations[a % 3])); }},
    {"reset", [](Fixture& f, long, long) { f.hierarchy.reset(); }},
    {"shutdown", [](Fixture& f, long, long) { f.hierarchy.shutdown(); }},
    {"appenderThreshold", [](Fixture& f, long a, long) { f.memory->setThreshold(LevelOf(a)); }},
    {"appenderSevere", [](Fixture& f, long a, long) { Use(f.memory->isAsSevereAsThreshold(LevelOf(a))); }},
    {"addFilter", [](Fixture& f, long a, long) { f.memory->addFilter(kFilters[a % 4]); }},
    {"clearFilters", [](Fixture& f, long, long) { f.memory->clearFilters(); }},
    {"filters", [](Fixture& f, long, long) { Use(f.memory->filters()); }},
    {"setLayout", [](Fixture& f, long a, long) { f.memory->setLayout(kLayouts[a % 4]); }},
    {"append", [](Fixture& f, long a, long) { f.memory->append(EventOf(a)); }},
    {"lines", [](Fixture& f, long, long) { Use(static_cast<long>(f.memory->lines().size())); }},
    {"memorySize", [](Fixture& f, long, long) { Use(static_cast<long>(f.memory->size())); }},
    {"memoryDropped", [](Fixture& f, long, long) { Use(f.memory->dropped()); }},
    {"memoryClear", [](Fixture& f, long, long) { f.memory->clear(); }},
    {"accepted", [](Fixture& f, long, long) { Use(f.memory->accepted()); }},
    {"refused", [](Fixture& f, long, long) { Use(f.memory->refused()); }},
    {"roll", [](Fixture& f, long, long) { f.rolling->rollOver(); }},
    {"rolls", [](Fixture& f, long, long) { Use(f.rolling->rolls()); }},
    {"rollingAppend", [](Fixture& f, long a, long) { f.rolling->append(EventOf(a)); }},
    {"currentSize", [](Fixture& f, long, long) { Use(static_cast<long>(f.rolling->currentSize())); }},
    {"totalSize", [](Fixture& f, long, long) { Use(static_cast<long>(f.rolling->totalSize())); }},
    {"setLimit", [](Fixture& f, long a, long) { f.rolling->setLimit(static_cast<std::size_t>(a)); }},
    {"closeRolling", [](Fixture& f, long, long) { f.rolling->close(); }},
    {"closed", [](Fixture& f, long, long) { Use(f.rolling->closed()); }},
    {"push", [](Fixture&, long a, long) { ContextStack::push(kNames[a % 6]); }},
    {"pop", [](Fixture&, long, long) { Use(static_cast<long>(ContextStack::pop().size())); }},
    {"format", [](Fixture&, long a, long b) { Use(static_cast<long>(MakeLayout(kLayouts[a % 4])->format(EventOf(b)).size())); }},
    {"decide", [](Fixture&, long a, long b) { Use(static_cast<long>(MakeFilter(kFilters[a % 4])->decide(EventOf(b)))); }},
    {"parseLevel", [](Fixture&, long a, long) { Use(static_cast<long>(ParseLevel(kNames[a % 6], Level::kInfo))); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // lines kept in memory, bytes of a part
  Fixture fixture(static_cast<std::size_t>(numbers[0]), static_cast<std::size_t>(numbers.size() > 1 ? numbers[1] : 100));
  fixture.hierarchy.root().appenders().add(fixture.memory);
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
