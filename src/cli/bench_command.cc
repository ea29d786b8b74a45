#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "base/duration.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "check/tool_id.h"
#include "cli/bench_json.h"
#include "cli/command.h"
#include "cli/output.h"
#include "evaluate/capp_bench.h"
#include "evaluate/check_bench.h"
#include "evaluate/gen_bench.h"
#include "evaluate/page.h"
#include "evaluate/paths_bench.h"
#include "evaluate/pcr_bench.h"
#include "evaluate/recontest_bench.h"
#include "evaluate/simrt_bench.h"
#include "evaluate/strategies_bench.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  std::vector<std::string> tables, only;
  std::string subjects, out = ".reweave/bench", time = "60s", pages;
  bool random = false, no_compare = false, all = false;
  int seeds = 50;
  bool seeds_given = false, time_given = false;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint64_t limit = 100'000, stress_runs = 100'000;
  std::string stress_time = "10m", random_time = "60s";
  std::uint32_t tests = 0;
  std::string search = "both", json;
  std::string command;  // as it was called, for the pages
};

using Tables = std::vector<std::pair<std::string, std::string>>;  // name, CSV

// The same as Markdown, for the pages that --pages names.
std::string PageOf(const Flags& flags, const std::string& table) { return flags.pages + "/results-" + table + ".md"; }

Result<void> WritePage(const Flags& flags, const std::string& table, const std::string& markdown) {
  const std::string text = MadeBy(flags.command) + "\n" + WithoutHeading(markdown);
  RW_TRY(WriteFile(flags.out + "/" + table + ".md", text, "cannot write"));
  if (flags.pages.empty()) return {};
  if (Interrupted()) {
    Message(fmt::format("not written, since the measurement was interrupted: {}", PageOf(flags, table)));
    return {};
  }
  const std::string path = PageOf(flags, table);
  RW_TRY(ReplaceTables(path, text));
  Message(fmt::format("written: {}", path));
  return {};
}

// On stdout, unless --json goes there.
void Show(const Flags& flags, std::string_view text) {
  if (flags.json != "-") Print(text);
}

Result<void> Capp(const Flags& flags, Tables& tables) {
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
  RW_ASSIGN(options.random_budget, ParseDuration(flags.random_time));
  options.limit = flags.limit;
  options.jobs = static_cast<int>(flags.jobs);
  options.stateless = flags.search != "stateful";
  options.stateful = flags.search != "stateless";
  options.progress = [](const std::string& text) { StatusLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const CappBenchResult result, RunCappBench(options));
  StatusLine("");
  Show(flags, CappTablesText(result));
  tables.emplace_back("capp", CappCsv(result));
  RW_TRY(WriteFile(flags.out + "/capp.csv", tables.back().second, "cannot write"));
  RW_TRY(WriteFile(flags.out + "/capp.html", CappHtml(result), "cannot write"));
  RW_TRY(WritePage(flags, "capp", CappMarkdown(result)));
  Message(fmt::format("written: {0}/capp.csv, {0}/capp.md, {0}/capp.html", flags.out));
  return {};
}

Result<void> Recontest(const Flags& flags, Tables& tables) {
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
  Show(flags, RecontestTableText(result));
  tables.emplace_back("recontest", RecontestCsv(result));
  RW_TRY(WriteFile(flags.out + "/recontest.csv", tables.back().second, "cannot write"));
  RW_TRY(WriteFile(flags.out + "/recontest.html", RecontestHtml(result), "cannot write"));
  std::string markdown = RecontestMarkdown(result);
  if (flags.subjects.empty() && flags.only.empty() && !Interrupted()) {
    // The other technique's pairs, without its searches.
    RW_ASSIGN(options.subjects, FindSubjects("capp"));
    options.alone = true;
    RW_ASSIGN(const RecontestBenchResult alone, RunRecontestBench(options));
    StatusLine("");
    Show(flags, RecontestAloneText(alone));
    markdown += RecontestAloneMarkdown(alone);
  }
  RW_TRY(WritePage(flags, "recontest", markdown));
  Message(fmt::format("written: {0}/recontest.csv, {0}/recontest.md, {0}/recontest.html", flags.out));
  return {};
}

Result<void> Paths(const Flags& flags, Tables& tables) {
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
  tables.emplace_back("paths", PathsCsv(rows));
  RW_TRY(WriteFile(flags.out + "/paths.csv", tables.back().second, "cannot write"));
  RW_TRY(WritePage(flags, "paths", PathsMarkdown(rows, options)));
  Message(fmt::format("written: {0}/paths.csv, {0}/paths.md", flags.out));
  return {};
}

Result<void> Strategies(const Flags& flags, Tables& tables) {
  StrategiesBenchOptions options;
  for (const char* technique : {"capp", "recontest", "simrt", "pcr", "paths"}) {
    RW_ASSIGN(std::string folder, FindSubjects(technique));
    options.subjects.push_back(std::move(folder));
  }
  if (!flags.subjects.empty()) options.subjects = {flags.subjects};
  RW_ASSIGN(options.driver, FindDriver());
  if (flags.time_given) {
    RW_ASSIGN(options.time, ParseDuration(flags.time));
  }
  options.work_dir = flags.out + "/strategies";
  options.only = flags.only;
  if (flags.seeds_given) options.seeds = flags.seeds;
  if (flags.tests > 0) options.tests = flags.tests;
  options.limit = std::min<std::uint64_t>(flags.limit, 500);
  options.progress = [](const std::string& text) { StatusLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const std::vector<StrategiesRow> rows, RunStrategiesBench(options));
  StatusLine("");
  Print(StrategiesMarkdown(rows, options));
  tables.emplace_back("strategies", StrategiesCsv(rows));
  RW_TRY(WriteFile(flags.out + "/strategies.csv", tables.back().second, "cannot write"));
  RW_TRY(WritePage(flags, "strategies", StrategiesMarkdown(rows, options)));
  Message(fmt::format("written: {0}/strategies.csv, {0}/strategies.md", flags.out));
  return {};
}

Result<void> Pcr(const Flags& flags, Tables& tables) {
  PcrBenchOptions options;
  options.subjects = flags.subjects;
  if (options.subjects.empty()) {
    RW_ASSIGN(options.subjects, FindSubjects("pcr"));
  }
  RW_ASSIGN(options.driver, FindDriver());
  RW_ASSIGN(options.time, ParseDuration(flags.time));
  options.failing_time = std::min(options.failing_time, options.time);
  options.work_dir = flags.out + "/pcr";
  options.only = flags.only;
  if (flags.seeds_given) options.seeds = flags.seeds;
  options.limit = flags.limit;
  options.stress.limit = flags.stress_runs;
  RW_ASSIGN(options.stress.time, ParseDuration(flags.stress_time));
  options.progress = [](const std::string& text) { StatusLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const PcrBenchResult result, RunPcrBench(options));
  StatusLine("");
  Print(PcrTableText(result));
  tables.emplace_back("pcr", PcrCsv(result));
  RW_TRY(WriteFile(flags.out + "/pcr.csv", tables.back().second, "cannot write"));
  RW_TRY(WritePage(flags, "pcr", PcrMarkdown(result)));
  Message(fmt::format("written: {0}/pcr.csv, {0}/pcr.md", flags.out));
  return {};
}

// True: every verdict is right.
Result<bool> Check(const Flags& flags, Tables& tables) {
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
  Show(flags, CheckBenchText(rows));
  tables.emplace_back("check", CheckBenchCsv(rows));
  RW_TRY(WriteFile(flags.out + "/check.csv", tables.back().second, "cannot write"));
  RW_TRY(WritePage(flags, "check", TableOfCsv(tables.back().second)));
  Message(fmt::format("written: {0}/check.csv, {0}/check.md", flags.out));
  return std::ranges::all_of(rows, &CheckBenchRow::right);
}

// True: every planted fault was found, and nothing where nothing is.
Result<bool> Gen(const Flags& flags, Tables& tables) {
  GenBenchOptions options;
  options.subjects = flags.subjects;
  if (options.subjects.empty()) {
    RW_ASSIGN(options.subjects, FindSubjects("gen"));
  }
  RW_ASSIGN(const std::string driver, FindDriver());
  options.drivers = driver.substr(0, driver.rfind('/'));
  RW_ASSIGN(options.time, ParseDuration(flags.time));
  options.work_dir = flags.out + "/gen";
  options.only = flags.only;
  options.compare = !flags.no_compare;
  options.progress = [](const std::string& text) { ProgressLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const std::vector<GenBenchRow> rows, RunGenBench(options));
  StatusLine("");
  Print(GenBenchText(rows));
  tables.emplace_back("gen", GenBenchCsv(rows));
  RW_TRY(WriteFile(flags.out + "/gen.csv", tables.back().second, "cannot write"));
  RW_TRY(WritePage(flags, "gen", GenBenchMarkdown(rows)));
  Message(fmt::format("written: {0}/gen.csv, {0}/gen.md", flags.out));
  return std::ranges::all_of(rows, &GenBenchRow::right);
}

Result<void> Simrt(const Flags& flags, Tables& tables) {
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
  Show(flags, SimrtTablesText(result));
  tables.emplace_back("simrt", SimrtCsv(result));
  RW_TRY(WriteFile(flags.out + "/simrt.csv", tables.back().second, "cannot write"));
  RW_TRY(WritePage(flags, "simrt", SimrtMarkdown(result)));
  RW_TRY(WriteFile(flags.out + "/simrt.html", SimrtHtml(result), "cannot write"));
  Message(fmt::format("written: {0}/simrt.csv, {0}/simrt.md, {0}/simrt.html", flags.out));
  return {};
}

const std::vector<std::string> kTables = {"capp", "recontest", "pcr", "paths", "simrt", "check", "gen", "strategies"};
bool IsTable(const std::string& name) { return std::ranges::find(kTables, name) != kTables.end(); }

// As a user would type it.
std::string CommandOf(const Flags& flags) {
  std::string out = "reweave bench";
  for (const std::string& table : flags.tables) out += " " + table;
  if (flags.all) out += " --all";
  for (const std::string& name : flags.only) out += " --only " + name;
  if (!flags.subjects.empty()) out += " --subjects " + flags.subjects;
  if (flags.random) out += " --random";
  if (flags.seeds_given) out += fmt::format(" --seeds {}", flags.seeds);
  if (flags.no_compare) out += " --no-compare";
  if (flags.search != "both") out += " --search " + flags.search;
  const Flags usual;
  if (flags.limit != usual.limit) out += fmt::format(" --limit {}", flags.limit);
  if (flags.time != usual.time) out += " --time " + flags.time;
  if (flags.random && flags.random_time != usual.random_time) out += " --random-time " + flags.random_time;
  if (flags.tests != usual.tests) out += fmt::format(" --tests {}", flags.tests);
  if (flags.stress_runs != usual.stress_runs) out += fmt::format(" --stress-runs {}", flags.stress_runs);
  if (flags.stress_time != usual.stress_time) out += " --stress-time " + flags.stress_time;
  return out;
}

Result<int> RunBench(Flags flags) {
  flags.command = CommandOf(flags);
  if (flags.all && !flags.tables.empty())
    return Fail(ErrorCategory::kUsage, "--all is every table", flags.tables.front(), {}, "leave out the name, or --all");
  if (flags.all) flags.tables = kTables;
  if (flags.tables.empty())
    return Fail(ErrorCategory::kUsage, "no table", {}, {},
                "name one: capp, recontest, pcr, paths, simrt, check, gen, strategies; or --all");
  // What follows a table and is none itself is a subject.
  if (!IsTable(flags.tables.front()))
    return Fail(ErrorCategory::kUsage, "unknown table", flags.tables.front(), {},
                "known: capp, recontest, pcr, paths, simrt, check, gen, strategies");
  std::vector<std::string> wanted;
  for (std::string& name : flags.tables) (IsTable(name) ? wanted : flags.only).push_back(std::move(name));
  if (!flags.json.empty() && flags.json != "-") RW_TRY(CheckWritable(flags.json, "cannot write the file of --json"));
  // Before hours of measuring, not after.
  if (!flags.pages.empty())
    for (const std::string& table : wanted) RW_TRY(CheckPage(PageOf(flags, table)));
  bool right = true;
  Tables tables;
  for (const std::string& table : wanted) {
    if (Interrupted()) break;
    if (table == "capp") RW_TRY(Capp(flags, tables));
    else if (table == "recontest") RW_TRY(Recontest(flags, tables));
    else if (table == "paths") RW_TRY(Paths(flags, tables));
    else if (table == "pcr") RW_TRY(Pcr(flags, tables));
    else if (table == "strategies") RW_TRY(Strategies(flags, tables));
    else if (table == "check") {
      RW_ASSIGN(const bool all_right, Check(flags, tables));
      right &= all_right;
    } else if (table == "gen") {
      RW_ASSIGN(const bool all_right, Gen(flags, tables));
      right &= all_right;
    } else RW_TRY(Simrt(flags, tables));
  }
  RW_TRY(WriteJson(flags.json, BenchJson(tables, REWEAVE_VERSION)));
  if (!right) return kExitFindings;
  return Interrupted() ? kExitInterrupted : kExitOk;
}

}  // namespace

void AddBenchCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("bench", "run the evaluations and print our tables beside the published ones");
  command->add_option(
      "TABLE", flags->tables,
      "capp: change-aware preemption prioritisation; recontest: only what a change made new, against prediction, "
      "random and stress; pcr: solving for access patterns, against mcr, maptest, random, pct, pos and stress; "
      "paths: branches that an interleaving can change, against reachability testing; simrt: choosing and ordering "
      "tests; check: the whole command; gen: tests written for classes "
      "with planted faults; strategies: auto, paths, pcr, dpor and random on all bundled regressions. Then names of "
      "subjects, else all");
  command->add_flag("--all", flags->all, "every table");
  command->add_option(
      "--pages", flags->pages,
      "directory of the pages results-TABLE.md: replace the tables between their marks, with command, date and machine");
  command->add_option("--subjects", flags->subjects,
                      "directory of the old/new pairs (check: the directory that contains capp, simrt and recontest)");
  command->add_flag("--no-compare", flags->no_compare,
                    "check: without stress and ThreadSanitizer; gen: without random generation");
  command->add_option("--only", flags->only, "only these subjects; gen: or the lists of these names");
  command->add_flag("--random", flags->random, "also measure the randomised order, with box plots and significance");
  command
      ->add_option(
          "--random-time", flags->random_time,
          "capp: most time of a subject's random orders; seeds that do not fit are left out, and the table says how many")
      ->type_name("TIME")
      ->capture_default_str();
  command->add_option("--seeds", flags->seeds, "number of random orders (pcr: default 10, strategies: default 3)")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_option("--search", flags->search, "which search")
      ->check(CLI::IsMember({"both", "stateless", "stateful"}))
      ->capture_default_str();
  command->add_option("--limit", flags->limit, "most schedules or transitions of one exploration")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--time", flags->time, "most time of one exploration (strategies: default 3s)")->capture_default_str();
  command->add_option("--stress-runs", flags->stress_runs, "recontest: most native runs of stress")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--stress-time", flags->stress_time, "recontest: most time of stress")->capture_default_str();
  command
      ->add_option("--tests", flags->tests,
                   "simrt: tests of each suite; 0 means as its description says (strategies: 2 that the change affects)")
      ->capture_default_str();
  command->add_option("-j,--jobs", flags->jobs, "explorations at once")->check(CLI::Range(1, 256))->capture_default_str();
  command->add_option("--json", flags->json, "write the rows of the tables as JSON to this file, - for stdout");
  command->add_option("--out", flags->out, "directory for programs, CSV and HTML")->capture_default_str();
  command->footer(
      "EXAMPLE\n  reweave bench capp --only pool1 --only pool2 --search stateless\n  reweave bench simrt hash_map bit_set");
  command->callback([=, &line] {
    flags->seeds_given = command->count("--seeds") != 0;
    flags->time_given = command->count("--time") != 0;
    line.run = [=] { return Guarded([&] { return RunBench(*flags); }); };
  });
}

}  // namespace reweave::inline cli
