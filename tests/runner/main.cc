// reweave-targets: builds the programs under tests/targets, tests/attack and tests/libraries with the drivers, runs them
// natively, under rewind, fork and exec, and checks what each says about itself in its leading comment (tests/targets/README.md).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include "runner/check.h"

namespace {

namespace fs = std::filesystem;
using namespace reweave::tests;

struct Options {
  fs::path source = REWEAVE_TESTS_DIR, bin = REWEAVE_BIN_DIR, work = REWEAVE_WORK_DIR;
  fs::path libraries = REWEAVE_LIB_DIR;
  std::vector<std::string> categories = {"success", "fail", "unsupported", "libraries"};
  std::vector<std::string> filters;
  std::string folder = "targets";
  Effort effort;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency()) + 1;  // with one a core, a fifth of the time nobody runs
  bool slow = false, list = false;
};

std::vector<Target> Selected(const Options& options) {
  std::vector<Target> selected;
  for (Category category : {Category::kSuccess, Category::kFail, Category::kUnsupported, Category::kLibraries}) {
    std::string name = CategoryName(category);
    if (std::ranges::find(options.categories, name) == options.categories.end()) continue;
    fs::path folder = category == Category::kLibraries ? options.source / "libraries" : options.source / options.folder / name;
    if (!fs::exists(folder)) continue;
    for (Target& target : ScanFolder(folder, category)) {
      bool wanted = options.filters.empty();
      for (const std::string& filter : options.filters) wanted |= target.name.find(filter) != std::string::npos;
      if (wanted) selected.push_back(std::move(target));
    }
  }
  return selected;
}

// The whole product: every level, every isolation, many schedules.
void MakeSlow(Effort& effort) {
  effort.levels = {"O0", "O2"};
  effort.schedules = effort.fork_schedules = 1000;
  effort.exec_schedules = 100;
  effort.search_everywhere = effort.every_exhaustive = true;
  effort.seconds = 600;
}

struct Totals {
  int passed = 0, failed = 0, skipped = 0;
};

class Report {
 public:
  void Add(const Target& target, const Verdict& verdict) {
    std::lock_guard guard(lock_);
    if (!verdict.skipped.empty()) {
      totals_.skipped++;
      fmt::print("SKIP {}: {}\n", target.name, verdict.skipped);
    } else if (verdict.failures.empty()) {
      totals_.passed++;
      fmt::print("PASS {} ({:.1f} s)\n", target.name, verdict.seconds);
    } else {
      totals_.failed++;
      fmt::print("FAIL {} ({:.1f} s)\n", target.name, verdict.seconds);
      for (const std::string& failure : verdict.failures) fmt::print("    {}\n", failure);
    }
    std::fflush(stdout);
  }
  const Totals& totals() const { return totals_; }

 private:
  std::mutex lock_;
  Totals totals_;
};

void CheckAll(const std::vector<Target>& targets, const Checker& checker, unsigned jobs, Report& report) {
  std::atomic<size_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < jobs; i++) {
    workers.emplace_back([&] {
      for (size_t at; (at = next++) < targets.size();) report.Add(targets[at], checker.Check(targets[at]));
    });
  }
}

int Main(Options options) {
  if (options.slow) MakeSlow(options.effort);
  std::vector<Target> targets = Selected(options);
  if (options.list) {
    for (const Target& target : targets) fmt::print("{}\n", target.name);
    return 0;
  }
  Tools tools{.reweave = options.bin / "reweave",
              .cxx = options.bin / "reweave-c++",
              .cc = options.bin / "reweave-cc",
              .libraries = options.libraries};
  for (const fs::path& tool : {tools.reweave, tools.cxx, tools.cc}) {
    if (fs::exists(tool) || (options.effort.native_only && tool == tools.reweave)) continue;
    fmt::print(stderr, "reweave-targets: {} is missing; build it first\n", tool.string());
    return 2;
  }
  if (targets.empty()) {
    fmt::print(stderr, "reweave-targets: no target matches\n");
    return 2;
  }
  Builder builder(tools, options.work / "cache");
  Checker checker(tools, builder, options.effort, options.work / "results");
  Report report;
  CheckAll(targets, checker, options.jobs, report);
  const Totals& totals = report.totals();
  fmt::print("{} passed, {} failed, {} skipped\n", totals.passed, totals.failed, totals.skipped);
  return totals.failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  Effort& effort = options.effort;
  CLI::App app("Builds and checks the programs under tests/targets and tests/libraries.", "reweave-targets");
  app.add_option("filter", options.filters, "only targets whose name contains one of these");
  app.add_option("--category", options.categories, "success, fail, unsupported, libraries")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--levels", effort.levels, "optimisation levels to build at")->delimiter(',')->capture_default_str();
  app.add_option("--isolations", effort.isolations, "rewind, fork, exec")->delimiter(',')->capture_default_str();
  app.add_option("--schedules", effort.schedules, "of a program that ends well, under rewind")->capture_default_str();
  app.add_option("--search", effort.search, "schedules until a failing program has failed")->capture_default_str();
  app.add_option("--replays", effort.replays, "of a found failure under rewind")->capture_default_str();
  app.add_option("--strategies", effort.strategies, "to explore with: the first under every isolation, the others under rewind")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--seconds", effort.seconds, "for one command")->capture_default_str();
  app.add_option("-j,--jobs", options.jobs, "targets at once")->capture_default_str();
  app.add_option("--folder", options.folder, "of the tests folder: targets or attack")->capture_default_str();
  app.add_option("--source", options.source, "the tests folder")->capture_default_str();
  app.add_option("--bin", options.bin, "folder of reweave and its drivers")->capture_default_str();
  app.add_option("--lib", options.libraries, "folder of pass and runtime")->capture_default_str();
  app.add_option("--work", options.work, "cache of built targets, and results")->capture_default_str();
  app.add_flag("--slow", options.slow, "all levels, isolations, 1,000 schedules");
  app.add_flag("--native-only", effort.native_only, "build, and run natively what can be");
  app.add_flag("--list", options.list, "print the names only");
  CLI11_PARSE(app, argc, argv);
  return Main(std::move(options));
}
