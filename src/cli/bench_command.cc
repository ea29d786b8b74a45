#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "base/duration.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "cli/command.h"
#include "cli/output.h"
#include "evaluate/capp_bench.h"
#include "evaluate/check_bench.h"
#include "evaluate/paths_bench.h"
#include "evaluate/recontest_bench.h"
#include "evaluate/simrt_bench.h"

namespace reweave {

namespace {

struct Flags {
  std::vector<std::string> tables, only;
  std::string subjects, out = ".reweave/bench", time = "60s";
  bool random = false, no_compare = false;
  int seeds = 50;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint64_t limit = 100'000, stress_runs = 100'000;
  std::string stress_time = "10m";
  std::uint32_t tests = 0;
  std::string search = "both";
};

Result<void> Capp(const Flags& flags) {
  CappBenchOptions options;
  options.subjects = flags.subjects;
  if (options.subjects.empty()) {
    RW_ASSIGN(options.subjects, FindSubjects("capp"));
  }
  RW_ASSIGN(options.driver, FindDriver());
  RW_ASSIGN(options.time, ParseDuration(flags.time));
  options.work_dir = flags.out + "/capp";
  options.only = flags.only;
  options.seeds = flags.random ? flags.seeds : 0;
  options.limit = flags.limit;
  options.jobs = static_cast<int>(flags.jobs);
  options.stateless = flags.search != "stateful";
  options.stateful = flags.search != "stateless";
  options.progress = [](const std::string& text) { StatusLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const CappBenchResult result, RunCappBench(options));
  StatusLine("");
  Print(CappTablesText(result));
  RW_TRY(WriteFile(flags.out + "/capp.csv", CappCsv(result), "cannot write"));
  RW_TRY(WriteFile(flags.out + "/capp.html", CappHtml(result), "cannot write"));
  Message(fmt::format("written: {0}/capp.csv, {0}/capp.html", flags.out));
  return {};
}

Result<void> Recontest(const Flags& flags) {
  RecontestBenchOptions options;
  options.subjects = flags.subjects;
  if (options.subjects.empty()) {
    RW_ASSIGN(options.subjects, FindSubjects("recontest"));
  }
  RW_ASSIGN(options.driver, FindDriver());
  RW_ASSIGN(options.time, ParseDuration(flags.time));
  options.work_dir = flags.out + "/recontest";
  options.only = flags.only;
  options.seeds = flags.seeds;
  options.limit = flags.limit;
  options.stress.limit = flags.stress_runs;
  RW_ASSIGN(options.stress.time, ParseDuration(flags.stress_time));
  options.progress = [](const std::string& text) { StatusLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const RecontestBenchResult result, RunRecontestBench(options));
  StatusLine("");
  Print(RecontestTableText(result));
  RW_TRY(WriteFile(flags.out + "/recontest.csv", RecontestCsv(result), "cannot write"));
  RW_TRY(WriteFile(flags.out + "/recontest.html", RecontestHtml(result), "cannot write"));
  Message(fmt::format("written: {0}/recontest.csv, {0}/recontest.html", flags.out));
  return {};
}

Result<void> Paths(const Flags& flags) {
  PathsBenchOptions options;
  options.subjects = flags.subjects;
  if (options.subjects.empty()) {
    RW_ASSIGN(options.subjects, FindSubjects("paths"));
  }
  RW_ASSIGN(options.driver, FindDriver());
  RW_ASSIGN(options.time, ParseDuration(flags.time));
  options.work_dir = flags.out + "/paths";
  options.only = flags.only;
  options.limit = std::min<std::uint64_t>(flags.limit, 2000);
  options.progress = [](const std::string& text) { StatusLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const std::vector<PathsRow> rows, RunPathsBench(options));
  StatusLine("");
  Print(PathsTableText(rows));
  RW_TRY(WriteFile(flags.out + "/paths.csv", PathsCsv(rows), "cannot write"));
  Message(fmt::format("written: {}/paths.csv", flags.out));
  return {};
}

// True: every verdict is right.
Result<bool> Check(const Flags& flags) {
  CheckBenchOptions options;
  for (const char* technique : {"capp", "simrt", "recontest"}) {
    std::string directory = flags.subjects + "/" + technique;
    if (flags.subjects.empty()) {
      RW_ASSIGN(directory, FindSubjects(technique));
    }
    options.subjects.emplace_back(technique, directory);
  }
  if (flags.subjects.empty()) {
    RW_ASSIGN(const std::string demo, FindSubjects("../demo"));
    options.history = std::filesystem::absolute(demo + "/make_history").string();
  }
  RW_ASSIGN(const std::string driver, FindDriver());
  options.drivers = driver.substr(0, driver.rfind('/'));
  options.work_dir = flags.out + "/check";
  options.only = flags.only;
  options.jobs = flags.jobs;
  options.compare = !flags.no_compare;
  options.progress = [](const std::string& text) { ProgressLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const std::vector<CheckBenchRow> rows, RunCheckBench(options));
  StatusLine("");
  if (rows.empty() && !Interrupted())
    return Fail(
        ErrorCategory::kUsage, "no old/new pairs to check", flags.subjects.empty() ? "subjects" : flags.subjects,
        flags.only.empty() ? "no folder below capp, simrt or recontest has old and new" : "none has the name that was given",
        "names are like capp/pool1, hash_map, spool");
  Print(CheckBenchText(rows));
  RW_TRY(WriteFile(flags.out + "/check.csv", CheckBenchCsv(rows), "cannot write"));
  Message(fmt::format("written: {}/check.csv", flags.out));
  return std::ranges::all_of(rows, &CheckBenchRow::right);
}

Result<void> Simrt(const Flags& flags) {
  SimrtBenchOptions options;
  options.subjects = flags.subjects;
  if (options.subjects.empty()) {
    RW_ASSIGN(options.subjects, FindSubjects("simrt"));
  }
  RW_ASSIGN(options.driver, FindDriver());
  options.work_dir = flags.out + "/simrt";
  options.only = flags.only;
  options.seeds = flags.seeds;
  if (flags.tests > 0) options.tests = flags.tests;
  options.progress = [](const std::string& text) { StatusLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const SimrtBenchResult result, RunSimrtBench(options));
  StatusLine("");
  Print(SimrtTablesText(result));
  RW_TRY(WriteFile(flags.out + "/simrt.csv", SimrtCsv(result), "cannot write"));
  RW_TRY(WriteFile(flags.out + "/simrt.md", SimrtMarkdown(result), "cannot write"));
  RW_TRY(WriteFile(flags.out + "/simrt.html", SimrtHtml(result), "cannot write"));
  Message(fmt::format("written: {0}/simrt.csv, {0}/simrt.md, {0}/simrt.html", flags.out));
  return {};
}

bool IsTable(const std::string& name) {
  return name == "capp" || name == "recontest" || name == "simrt" || name == "check" || name == "paths";
}

Result<int> RunBench(Flags flags) {
  // What follows a table and is none itself is a subject.
  if (!IsTable(flags.tables.front()))
    return Fail(ErrorCategory::kUsage, "unknown table", flags.tables.front(), {}, "known: capp, recontest, simrt, paths, check");
  std::vector<std::string> tables;
  for (std::string& name : flags.tables) (IsTable(name) ? tables : flags.only).push_back(std::move(name));
  bool right = true;
  for (const std::string& table : tables) {
    if (table == "capp") RW_TRY(Capp(flags));
    else if (table == "recontest") RW_TRY(Recontest(flags));
    else if (table == "paths") RW_TRY(Paths(flags));
    else if (table == "check") {
      RW_ASSIGN(right, Check(flags));
    } else RW_TRY(Simrt(flags));
  }
  if (!right) return kExitFindings;
  return Interrupted() ? kExitInterrupted : kExitOk;
}

}  // namespace

void AddBenchCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("bench", "evaluation tables, ours beside the published ones");
  command
      ->add_option("TABLE", flags->tables,
                   "capp: change-aware preemption prioritisation; recontest: only what a change made new, against prediction, "
                   "random and stress; simrt: choosing and ordering tests; paths: branches that an interleaving can change, "
                   "against reachability "
                   "testing; check: the whole command. Then names of subjects, else all")
      ->required();
  command->add_option("--subjects", flags->subjects,
                      "directory of the old/new pairs (check: of capp, simrt and recontest with theirs)");
  command->add_flag("--no-compare", flags->no_compare, "check: without stress and ThreadSanitizer");
  command->add_option("--only", flags->only, "only these subjects");
  command->add_flag("--random", flags->random, "also the randomised order, with box plots and significance");
  command->add_option("--seeds", flags->seeds, "how many random orders")->check(CLI::Range(1, 10000))->capture_default_str();
  command->add_option("--search", flags->search, "which search")
      ->check(CLI::IsMember({"both", "stateless", "stateful"}))
      ->capture_default_str();
  command->add_option("--limit", flags->limit, "an exploration is cut off after so many schedules or transitions")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--time", flags->time, "and after this time")->capture_default_str();
  command->add_option("--stress-runs", flags->stress_runs, "recontest: native runs after which stress gives up")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--stress-time", flags->stress_time, "recontest: and after this time")->capture_default_str();
  command->add_option("--tests", flags->tests, "simrt: tests of each suite, 0 = as many as its description says")
      ->capture_default_str();
  command->add_option("-j,--jobs", flags->jobs, "explorations at once")->check(CLI::Range(1, 256))->capture_default_str();
  command->add_option("--out", flags->out, "where programs, CSV and HTML go")->capture_default_str();
  command->footer(
      "EXAMPLE\n  reweave bench capp --only pool1 --only pool2 --search stateless\n  reweave bench simrt hash_map bit_set");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunBench(*flags); }); }; });
}

}  // namespace reweave
