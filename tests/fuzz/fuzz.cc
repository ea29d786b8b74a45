// Every decoder of the product under libFuzzer (README.md): one program, REWEAVE_FUZZ names the decoder. What it decodes is
// encoded and decoded again where there is an encoder, and must be the same.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "base/file.h"
#include "check/baseline.h"
#include "check/config.h"
#include "cluster/unit.h"
#include "detect/suppressions.h"
#include "explore/resume_file.h"
#include "explore/schedule/plan.h"
#include "explore/schedule/schedule.h"
#include "facts/reader.h"
#include "report/check_json.h"
#include "report/testing/sample_result.h"
#include "store/history.h"
#include "suite/coverage_file.h"
#include "trace/file.h"
#include "trace/testing.h"
#include "trace/testing_units.h"

namespace {

using namespace reweave;

void Must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

struct Target {
  const char* name;
  std::function<void(std::string_view)> decode;
  std::function<std::vector<std::string>()> seeds;
};

Trace SmallTrace() {
  TraceBuilder build;
  build.Add(0, abi::EventKind::kCreate, 1, 3, 1);
  build.Add(1, abi::EventKind::kWrite, 2, 4, 0x1000);
  build.Add(0, abi::EventKind::kLock, 2, 5, 0x2000);
  return build.End(abi::EndKind::kAssert, 1);
}

// For decoders that read a file themselves.
std::string OwnFile() { return (std::filesystem::temp_directory_path() / ("reweave-fuzz-" + std::to_string(getpid()))).string(); }

Schedule SmallSchedule() {
  Schedule schedule;
  schedule.command = {"./program", "argument"};
  schedule.build_key = "key";
  schedule.plan.segments = {{.tid = 0, .kind = abi::EventKind::kLock, .reserved = 0, .until = 3, .site = 7, .reserved2 = 0}};
  schedule.plan.outcomes = {{.tid = 1, .outcome = 1, .reserved = 0, .ordinal = 4}};
  schedule.thread_paths = {"0", "0.1"};
  schedule.sites = {{7, "a.cc:3 in f()"}};
  schedule.message = "x == 1";
  return schedule;
}

const std::vector<Target>& Targets() {
  static const std::vector<Target> kTargets = {
      {"trace", [](std::string_view in) { (void)DecodeTrace(in, "input"); },
       [] { return std::vector{EncodeTrace({.command = {"./program"}, .build_key = "key"}, SmallTrace())}; }},
      {"salvage", [](std::string_view in) { (void)DecodeTrace(in, "input", true); },
       [] { return std::vector{EncodeTrace({.command = {"./program"}, .build_key = "key"}, SmallTrace())}; }},
      {"units",
       [](std::string_view in) {
         std::vector<abi::Unit> units(in.size() / sizeof(abi::Unit));
         std::memcpy(units.data(), in.data(), units.size() * sizeof(abi::Unit));
         EventList list;
         bool dropped = false;
         for (std::span<const abi::Unit> left = units; !left.empty();) {
           const auto taken = list.Take(left, 1000, dropped);
           Must(taken.units > 0 && taken.units <= left.size(), "taking units does not end");
           left = left.subspan(taken.units);
         }
         std::size_t visited = 0, last = 0;
         list.ForMet([&](const abi::Event&, std::uint32_t i) { ++visited, Must(i >= last, "not in order"), last = i; });
         Must(list.all().size() == list.size() && visited <= list.size(), "events are lost");
       },
       [] {
         UnitWriter writer;
         for (const abi::Event& event : SmallTrace().events) writer.Put(event);
         return std::vector{std::string(reinterpret_cast<const char*>(writer.units().data()), writer.units().size() * 16)};
       }},
      {"plan",
       [](std::string_view in) {
         const auto first = DecodePlan(in);
         if (!first || first->id == 0) return;
         const auto again = DecodePlan(EncodePlan(first->plan, first->id));
         Must(again && again->plan == first->plan, "a plan changes when it is written and read");
       },
       [] { return std::vector{EncodePlan(SmallSchedule().plan, 1)}; }},
      {"schedule",
       [](std::string_view in) {
         const auto first = DecodeSchedule(in, "input");
         if (first) Must(DecodeSchedule(EncodeSchedule(*first), "again").has_value(), "a schedule cannot be read again");
       },
       [] { return std::vector{EncodeSchedule(SmallSchedule())}; }},
      {"resume",
       [](std::string_view in) {
         const std::string path = OwnFile();
         std::ofstream(path, std::ios::binary) << in;
         (void)ReadResumeFile(path, {{"strategy", "dfs"}});
         std::filesystem::remove(path);
       },
       [] {
         const std::string path = OwnFile();
         Must(WriteResumeFile(path, {{"strategy", "dfs"}}, "state").has_value(), "a search cannot be saved");
         auto bytes = ReadFile(path, "");
         std::filesystem::remove(path);
         return std::vector{bytes.value_or("")};
       }},
      {"unit", [](std::string_view in) { (void)DecodeUnit(in); },
       [] { return std::vector{EncodeUnit({.seed = 3, .schedules = 10, .at_end = true, .state = "state"})}; }},
      {"finding", [](std::string_view in) { (void)DecodeFinding(in); },
       [] { return std::vector{EncodeFinding(SampleResult().tests.empty() ? Finding{} : Finding{.kind = FindingKind::kRace})}; }},
      {"coverage",
       [](std::string_view in) {
         if (const auto first = DecodeCoverage(in)) Must(DecodeCoverage(EncodeCoverage(*first)) == *first, "coverage changes");
       },
       [] { return std::vector{EncodeCoverage({{.name = "program", .key = "key", .threads = {}, .flaky = {1, 5}}})}; }},
      {"blocks",
       [](std::string_view in) {
         if (const auto first = DecodeBlockTable(in))
           Must(DecodeBlockTable(EncodeBlockTable(*first)) == *first, "a table changes");
       },
       [] {
         return std::vector{EncodeBlockTable(
             {.key = "key", .name = "program", .functions = {{.id = "f", .pretty = "f()", .file = "a.cc", .lines = {1, 2}}}})};
       }},
      {"raw-coverage", [](std::string_view in) { (void)ReadCoverage(in); }, [] { return std::vector<std::string>{"x"}; }},
      {"facts", [](std::string_view in) { (void)ParseFacts(std::as_bytes(std::span(in.data(), in.size())), "input"); },
       [] { return std::vector<std::string>{}; }},  // the test builds one
      {"check-json",
       [](std::string_view in) {
         if (const auto first = ReadCheckJson(in, "input"))
           Must(ReadCheckJson(CheckJson(*first, "1"), "again").has_value(), "a result cannot be read again");
       },
       [] { return std::vector{CheckJson(LargeResult(1, 1, 1), "1")}; }},
      {"baseline", [](std::string_view in) { (void)ParseBaseline(in, "input"); },
       [] { return std::vector<std::string>{"# accepted\n0123456789ab race in f()\n"}; }},
      {"config", [](std::string_view in) { (void)ParseConfig(in, "input"); },
       [] { return std::vector<std::string>{"[check]\nbase = \"main\"\nbudget = \"5m\"\n[[test]]\nname = \"a\"\n"}; }},
      {"suppressions", [](std::string_view in) { (void)detect::Suppressions::Parse(in, "input"); },
       [] { return std::vector<std::string>{"# a line\nrace:^f*$\ncalled_from_lib:libx.so\n"}; }},
  };
  return kTargets;
}

const Target& Chosen() {
  static const Target* const chosen = [] {
    const char* name = std::getenv("REWEAVE_FUZZ");
    const auto found =
        std::ranges::find_if(Targets(), [&](const Target& t) { return name != nullptr && name == std::string_view(t.name); });
    if (found != Targets().end()) return &*found;
    std::fprintf(stderr, "REWEAVE_FUZZ=NAME, one of:");
    for (const Target& target : Targets()) std::fprintf(stderr, " %s", target.name);
    std::fprintf(stderr, "\n");
    std::exit(2);
  }();
  return *chosen;
}

}  // namespace

// REWEAVE_FUZZ_SEEDS=DIR: writes the first inputs there and ends.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* folder = std::getenv("REWEAVE_FUZZ_SEEDS");
  if (folder == nullptr) return 0;
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const std::string& seed : Chosen().seeds())
    std::ofstream(std::filesystem::path(folder) / std::to_string(number++), std::ios::binary) << seed;
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  Chosen().decode({reinterpret_cast<const char*>(data), size});
  return 0;
}
