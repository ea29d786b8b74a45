#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "base/duration.h"
#include "base/escape.h"
#include "base/interrupt.h"
#include "cli/command.h"
#include "cli/history_flags.h"
#include "cli/output.h"
#include "suite/recorder.h"
#include "suite/tests.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;

struct Flags {
  std::string subject, tests, store, json, timeout = "60s", memory = "0", stdin_path = "/dev/null";
  std::uint32_t runs = 1;
  std::uint64_t seed = 1;
  bool controlled = false, missing = false;
};

struct Totals {
  std::size_t recorded = 0, failed = 0, incomplete = 0, flaky = 0, skipped = 0, disabled = 0, known = 0;
  double seconds = 0;
  std::size_t instrumented = 0;
};

struct Shape {
  std::size_t processes = 0, threads = 0, blocks = 0, flaky = 0;
};

Shape ShapeOf(const TestHistory& history) {
  Shape shape;
  std::set<std::uint32_t> processes;
  std::set<std::pair<std::uint32_t, std::uint32_t>> threads;
  for (const auto& module : history.modules) {
    std::set<std::uint32_t> blocks;
    for (const auto& thread : module.threads) {
      processes.insert(thread.process);
      threads.insert({thread.process, thread.thread == kAloneThread ? 0 : thread.thread});
      blocks.insert(thread.blocks.begin(), thread.blocks.end());
    }
    shape.blocks += blocks.size();
    shape.flaky += module.flaky.size();
  }
  shape.processes = processes.size();
  shape.threads = threads.size();
  return shape;
}

Json TestJson(const TestHistory& history) {
  const Shape shape = ShapeOf(history);
  Json modules = Json::array();
  for (const auto& module : history.modules) modules.push_back({{"name", EscapeUtf8(module.name)}, {"key", module.key}});
  return {{"name", EscapeUtf8(history.test)},
          {"build", history.build},
          {"verdict", history.verdict},
          {"complete", history.complete},
          {"reason", history.complete ? Json() : Json(EscapeUtf8(history.reason))},
          {"seconds", history.seconds},
          {"processes", shape.processes},
          {"threads", shape.threads},
          {"blocks", shape.blocks},
          {"flaky", shape.flaky},
          {"modules", modules}};
}

void PrintTest(const TestHistory& history, bool quiet) {
  if (quiet) return;
  const Shape shape = ShapeOf(history);
  std::string text = fmt::format("{}: {}, {} thread{}, {} blocks", EscapeLine(history.test), history.verdict, shape.threads,
                                 shape.threads == 1 ? "" : "s", shape.blocks);
  if (shape.flaky > 0) text += fmt::format(", {} of them not in every run", shape.flaky);
  if (!history.complete) text += ", incomplete: " + EscapeLine(history.reason);
  Print(text + "\n");
}

class Recording {
 public:
  Recording(const Flags& flags, RecordOptions options) : flags_(flags), recorder_(std::move(options)) {}

  Result<int> Run() {
    RW_ASSIGN(const std::vector<TestSpec> tests, FindTests({.subject = flags_.subject, .tests = flags_.tests}));
    RW_ASSIGN(const std::vector<std::size_t> order, RunOrder(tests));
    RW_TRY(CheckInstrumented(tests));
    RW_ASSIGN(store_, OpenHistory(flags_.store, true));
    CatchInterrupts();
    Json results = Json::array();
    for (const std::size_t index : order) {
      if (interrupted_) break;
      RW_TRY(One(tests[index], results));
    }
    if (totals_.recorded > 0 && totals_.instrumented == 0)
      Message("no program that the tests ran was built with Reweave's compiler driver: nothing was learned (build with "
              "CXX=reweave-c++)");
    Summary();
    if (!flags_.json.empty()) RW_TRY(WriteJson(flags_.json, JsonText(results)));
    return interrupted_ ? kExitInterrupted : kExitOk;
  }

 private:
  // A binary that was not built with the driver can be told before anything runs; scripts cannot.
  Result<void> CheckInstrumented(const std::vector<TestSpec>& tests) {
    if (tests.empty() || tests[0].source == TestSource::kCTest || !recorder_.modules().ProgramsOf(tests[0]).empty()) return {};
    return Fail(ErrorCategory::kTarget, "cannot record", flags_.subject, "it was not built with Reweave's compiler driver",
                "build it with CC=reweave-cc CXX=reweave-c++");
  }

  Result<void> One(const TestSpec& test, Json& results) {
    if (test.disabled) {
      ++totals_.disabled;
      return {};
    }
    if (flags_.missing) {
      RW_ASSIGN(const auto known, store_->FindTest(recorder_.modules().BuildKeyOf(test), test.name));
      if (known && known->complete) {
        ++totals_.known;
        return {};
      }
    }
    StatusLine(fmt::format("recording {}", EscapeLine(test.name)));
    RW_ASSIGN(Recorded recorded, recorder_.Record(test));
    if (recorded.interrupted || Interrupted()) {
      interrupted_ = true;
      if (recorded.interrupted) return {};
    }
    const TestHistory& history = recorded.history;
    // Blocks first: a history whose blocks nobody knows would be useless, the reverse is only unused.
    for (const auto& module : history.modules)
      for (const auto& path : recorder_.modules().PathsOf(module.key))
        if (stored_.insert(module.key).second) {
          RW_ASSIGN(const BlockTable table, recorder_.modules().TableOf(path));
          RW_TRY(store_->PutBlocks(table));
        }
    RW_TRY(store_->PutTest(history, flags_.subject));
    ++totals_.recorded;
    totals_.instrumented += !history.modules.empty();
    totals_.failed += history.verdict == "failed";
    totals_.skipped += history.verdict == "skipped";
    totals_.incomplete += !history.complete;
    totals_.flaky += ShapeOf(history).flaky > 0;
    totals_.seconds += history.seconds;
    PrintTest(history, flags_.json == "-");
    results.push_back(TestJson(history));
    return {};
  }

  void Summary() const {
    if (flags_.json == "-") return;
    std::string text =
        fmt::format("recorded {} test{} in {}: {} failed, {} incomplete", totals_.recorded, totals_.recorded == 1 ? "" : "s",
                    EscapeLine(flags_.store), totals_.failed, totals_.incomplete);
    if (flags_.runs > 1) text += fmt::format(", {} with blocks that not every run covered", totals_.flaky);
    if (totals_.disabled > 0) text += fmt::format("; {} disabled", totals_.disabled);
    if (totals_.known > 0) text += fmt::format("; {} known already", totals_.known);
    Print(text + "\n");
  }

  std::string JsonText(const Json& results) const {
    return Json{{"schema", 1},
                {"tool", "reweave"},
                {"version", REWEAVE_VERSION},
                {"command", "record"},
                {"subject", EscapeUtf8(flags_.subject)},
                {"store", EscapeUtf8(flags_.store)},
                {"runs", flags_.runs},
                {"controlled", flags_.controlled},
                {"interrupted", interrupted_},
                {"recorded", totals_.recorded},
                {"failed", totals_.failed},
                {"incomplete", totals_.incomplete},
                {"skipped", totals_.skipped},
                {"disabled", totals_.disabled},
                {"known", totals_.known},
                {"seconds", totals_.seconds},
                {"tests", results}}
               .dump(2) +
           "\n";
  }

  const Flags& flags_;
  Recorder recorder_;
  std::unique_ptr<Store> store_;
  std::set<std::string> stored_;
  Totals totals_;
  bool interrupted_ = false;
};

Result<int> RunRecord(const Flags& flags) {
  RecordOptions options;
  RW_ASSIGN(options.limits.timeout, ParseDuration(flags.timeout));
  RW_ASSIGN(options.limits.memory, ParseSize(flags.memory));
  options.limits.stdin_path = flags.stdin_path;
  options.runs = flags.runs;
  options.controlled = flags.controlled;
  options.seed = flags.seed;
  return Recording(flags, std::move(options)).Run();
}

}  // namespace

void AddRecordCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("record", "run tests once and record which blocks each of their threads covers");
  command->add_option("BINARY|DIR", flags->subject, "test program built with the driver, or a build directory with CTest")
      ->required();
  command->add_option("--tests", flags->tests, "file with one test per line (name: arguments), or a build directory with CTest");
  command->add_option("--runs", flags->runs, "runs of each test; the union of their coverage is kept")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--controlled", flags->controlled, "run under the engine: slower, but with the same coverage every time");
  command->add_option("--seed", flags->seed, "seed for --controlled")->capture_default_str();
  command->add_flag("--missing", flags->missing, "only tests that have no complete history of this build");
  command->add_option("--timeout", flags->timeout, "time limit of tests that have none of their own (500ms 10s 5m 1h)")
      ->capture_default_str();
  command->add_option("--mem", flags->memory, "memory that a test may use (64M 2G); 0 means no limit")->capture_default_str();
  command->add_option("--stdin", flags->stdin_path, "standard input of the tests")->capture_default_str();
  AddStoreFlag(*command, flags->store);
  command->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  command->footer("EXAMPLE\n  reweave record --tests tests.txt ./map_test     (a line of tests.txt: 'clear twice: clear clear')\n"
                  "  reweave record --runs 3 build                   (a CMake build directory)\n  reweave history list");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunRecord(*flags); }); }; });
}

}  // namespace reweave::inline cli
