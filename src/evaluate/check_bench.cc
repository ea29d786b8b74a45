#include "evaluate/check_bench.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include "base/file.h"
#include "base/interrupt.h"
#include "check/check.h"
#include "evaluate/suite_generator.h"
#include "suite/native_run.h"
#include "suite/tests.h"

namespace reweave::inline evaluate {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto kCommandTime = std::chrono::minutes(20);
constexpr auto kOneRun = std::chrono::seconds(10);

double Since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Result<void> Run(std::vector<std::string> command, const std::string& directory,
                 std::vector<std::pair<std::string, std::string>> environment = {}) {
  const TestSpec spec = CommandSpec(std::move(command), directory, std::move(environment));
  RW_ASSIGN(const NativeRun run, RunNatively(spec, {.timeout = kCommandTime, .memory = 0}));
  if (run.exited(0)) return {};
  return Fail(ErrorCategory::kUsage, fmt::format("{} failed", spec.name), directory,
              run.output.substr(run.output.size() - std::min<std::size_t>(run.output.size(), 400)));
}

Result<void> Git(const std::string& repository, std::vector<std::string> arguments) {
  std::vector<std::string> command = {"git", "-c", "user.name=bench", "-c", "user.email=bench@localhost"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return Run(std::move(command), repository, {{"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"}});
}

// One old/new pair of a technique as a project: sources, and its tests as name and arguments.
struct Pair {
  fs::path folder;
  std::vector<fs::path> common;                          // folders that both versions have
  std::vector<std::pair<std::string, std::string>> tests;
  bool faulty = true;  // its new version has a fault
};

std::vector<std::pair<std::string, std::string>> ParseTests(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (line.empty() || line[0] == '#' || colon == std::string::npos) continue;
    out.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  }
  return out;
}

Result<Pair> ReadPair(const fs::path& folder) {
  Pair pair{.folder = folder, .common = {}, .tests = {}, .faulty = true};
  std::error_code error;
  if (const auto text = ReadFile((folder / "subject.toml").string(), "")) try {
      const toml::table table = toml::parse(*text);
      pair.faulty = table["faulty"].value_or(true);
      if (const toml::array* sources = table["sources"].as_array())
        for (const toml::node& node : *sources)
          if (const auto name = node.value<std::string>()) pair.common.push_back((folder / *name).lexically_normal());
    } catch (const toml::parse_error& bad) {
      return Fail(ErrorCategory::kUsage, "cannot read a subject", folder.string(), std::string(bad.description()));
    }
  if (fs::exists(folder / "suite.toml", error)) {
    RW_ASSIGN(const SuiteDescription suite, ReadSuiteDescription((folder / "suite.toml").string()));
    pair.tests = ParseTests(GenerateSuite(suite));
  } else if (const auto list = ReadFile((folder / "tests.txt").string(), "")) {
    pair.tests = ParseTests(*list);
  }
  if (pair.tests.empty()) pair.tests = {{"test", ""}};
  return pair;
}

bool IsSource(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".cc" || extension == ".cpp" || extension == ".h" || extension == ".hpp";
}

Result<void> CopySources(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to, error);
  for (const auto& entry : fs::directory_iterator(from, error))
    if (entry.is_regular_file() && IsSource(entry.path()))
      fs::copy_file(entry.path(), to / entry.path().filename(), fs::copy_options::overwrite_existing, error);
  if (error) return Fail(ErrorCategory::kUsage, "cannot copy a subject", from.string(), error.message());
  return {};
}

std::string CMakeText(const Pair& pair) {
  std::string out =
      "cmake_minimum_required(VERSION 3.16)\nproject(subject CXX)\nset(CMAKE_CXX_STANDARD 20)\nfind_package(Threads REQUIRED)\n"
      "enable_testing()\nfile(GLOB sources *.cc *.cpp";
  std::string include = " ${CMAKE_SOURCE_DIR}";
  for (std::size_t i = 0; i < pair.common.size(); ++i) {
    out += fmt::format(" common{0}/*.cc common{0}/*.cpp", i);
    include += fmt::format(" common{}", i);
  }
  out += ")\nadd_executable(subject ${sources})\ntarget_include_directories(subject PRIVATE" + include +
         ")\ntarget_link_libraries(subject Threads::Threads)\n";
  for (const auto& [name, arguments] : pair.tests)
    out += fmt::format("add_test(NAME \"{}\" COMMAND subject {})\n", name, arguments);
  return out;
}

// Comments, and other white space: nothing that a program could tell.
Result<void> Decorate(const fs::path& repository) {
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(repository, error)) {
    if (!entry.is_regular_file() || !IsSource(entry.path())) continue;
    RW_ASSIGN(const std::string text, ReadFile(entry.path().string(), "cannot read"));
    std::string out = "// Reviewed.\n\n";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) out += line + (line.ends_with(';') ? "  // as before\n" : "\n");
    RW_TRY(WriteFile(entry.path().string(), out, "cannot write"));
  }
  return {};
}

// The repository of a pair, with the working tree at the version to be checked.
Result<std::string> MakeRepository(const Pair& pair, const std::string& where, Edit edit) {
  std::error_code error;
  fs::remove_all(where, error);
  fs::create_directories(where, error);
  RW_TRY(CopySources(pair.folder / "old", where));
  RW_TRY(CopySources(pair.folder, where));
  for (std::size_t i = 0; i < pair.common.size(); ++i)
    RW_TRY(CopySources(pair.common[i], fs::path(where) / fmt::format("common{}", i)));
  RW_TRY(WriteFile(where + "/CMakeLists.txt", CMakeText(pair), "cannot write"));
  RW_TRY(Git(where, {"init", "-q", "-b", "main", "."}));
  RW_TRY(Git(where, {"add", "-A"}));
  RW_TRY(Git(where, {"commit", "-qm", "old"}));
  if (edit == Edit::kComments) RW_TRY(Decorate(where));
  else RW_TRY(CopySources(pair.folder / "new", where));
  RW_TRY(Git(where, {"add", "-A"}));
  RW_TRY(Git(where, {"commit", "-qm", "new"}));
  return where;
}

class Bench {
 public:
  explicit Bench(const CheckBenchOptions& options) : options_(options) {}

  Result<std::vector<CheckBenchRow>> Run() {
    for (const auto& [technique, directory] : options_.subjects) {
      std::vector<fs::path> folders;
      std::error_code error;
      for (const auto& entry : fs::directory_iterator(directory, error))
        // What is made of edited headers of packages is no project.
        if (fs::is_directory(entry.path() / "old", error) && fs::is_directory(entry.path() / "new", error) &&
            !fs::exists(entry.path() / "edits.toml", error))
          folders.push_back(entry.path());
      std::ranges::sort(folders);
      for (const fs::path& folder : folders) {
        const std::string name = technique + "/" + folder.filename().string();
        if (!Wanted(name) && !Wanted(folder.filename().string())) continue;
        RW_ASSIGN(const Pair pair, ReadPair(folder));
        for (const Edit edit : {pair.faulty ? Edit::kFault : Edit::kSound, Edit::kComments}) {
          if (Interrupted()) break;
          std::string where = options_.work_dir + "/" + technique + "-" + folder.filename().string() +
                              (edit == Edit::kComments ? "-comments" : "");
          RW_ASSIGN(where, MakeRepository(pair, fs::absolute(where, error).string(), edit));
          RW_TRY(One(name, edit, where, "HEAD~1", "HEAD"));
        }
      }
    }
    if (!options_.history.empty() && Wanted("spool")) RW_TRY(History());
    return std::move(rows_);
  }

 private:
  bool Wanted(const std::string& name) const {
    return options_.only.empty() || std::ranges::find(options_.only, name) != options_.only.end();
  }

  Result<void> History() {
    std::error_code error;
    const std::string where = fs::absolute(options_.work_dir + "/spool", error).string();
    fs::remove_all(where, error);
    RW_TRY(reweave::Run({options_.history, where}, options_.work_dir));
    for (int commit = 1; commit <= 6 && !Interrupted(); ++commit)
      RW_TRY(One(fmt::format("spool/{}", commit), commit % 2 == 1 ? Edit::kSound : Edit::kFault, where,
                 fmt::format("HEAD~{}", 7 - commit), fmt::format("HEAD~{}", 6 - commit)));
    return {};
  }

  static Result<void> Run(std::vector<std::string> command, const std::string& directory) {
    return reweave::Run(std::move(command), directory);
  }

  Result<void> One(const std::string& name, Edit edit, const std::string& where, const std::string& base,
                   const std::string& head) {
    CheckBenchRow row;
    row.name = name;
    row.edit = edit;
    if (options_.progress) options_.progress(fmt::format("{} ({}): check", name, EditName(edit)));
    CheckOptions check;
    check.directory = where;
    check.base = base;
    check.head = head;
    check.jobs = options_.jobs;
    check.drivers = options_.drivers;
    check.again = true;
    const auto start = Clock::now();
    const auto result = RunCheck(check);
    row.seconds = Since(start);
    if (!result) {
      row.error = result.error().ToString();
      rows_.push_back(std::move(row));
      return {};
    }
    row.tests = result->tests.size();
    for (const CheckedTest& test : result->tests) {
      row.explored += !test.phases.empty();
      row.schedules += test.schedules;
      row.search_seconds += test.seconds;
      for (const CheckedFinding& f : test.findings)
        if (f.is_new && !row.found) row.found = true, row.phase = f.phase, row.kind = Name(f.finding.kind);
    }
    if (options_.compare && !Interrupted()) RW_TRY(Compare(where, head, row));
    rows_.push_back(std::move(row));
    return {};
  }

  // The same version, built plainly and with ThreadSanitizer.
  Result<void> Compare(const std::string& where, const std::string& head, CheckBenchRow& row) {
    const std::string source = where + "-other";
    std::error_code error;
    fs::remove_all(source, error);
    RW_TRY(Git(where, {"worktree", "prune"}));
    RW_TRY(Git(where, {"worktree", "add", "-q", "--force", "--detach", source, head}));
    const auto build = [&](const std::string& kind, const std::string& flags) -> Result<std::vector<TestSpec>> {
      if (options_.progress) options_.progress(fmt::format("{}: {}", row.name, kind));
      const std::string directory = source + "/" + kind;
      RW_TRY(reweave::Run({"cmake", "-S", source, "-B", directory, "-G", "Ninja", "-DCMAKE_CXX_COMPILER=clang++-19",
                           "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O1 -g " + flags},
                          source));
      RW_TRY(reweave::Run({"cmake", "--build", directory, "-j", std::to_string(options_.jobs)}, source));
      return FindTests({.subject = directory, .tests = ""});
    };
    RW_ASSIGN(const std::vector<TestSpec> plain, build("stress", ""));
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(row.seconds));
    while (Clock::now() < end && row.stress_failures == 0 && !Interrupted())
      for (const TestSpec& test : plain) {
        if (Clock::now() >= end || row.stress_failures > 0 || Interrupted()) break;
        RW_ASSIGN(const NativeRun run, RunNatively(test, {.timeout = kOneRun, .memory = 0}));
        ++row.stress_runs;
        row.stress_failures += Judge(test, run) == Verdict::kFailed;
      }
    RW_ASSIGN(const std::vector<TestSpec> sanitized, build("tsan", "-fsanitize=thread"));
    const auto start = Clock::now();
    for (TestSpec test : sanitized) {
      if (Interrupted()) break;
      test.command.insert(test.command.begin(), {"setarch", "-R"});  // it wants its addresses where they are
      RW_ASSIGN(const NativeRun run, RunNatively(test, {.timeout = kOneRun, .memory = 0}));
      if (run.output.find("FATAL: ThreadSanitizer") != std::string::npos) {
        row.tsan_note = "does not run here";
        break;
      }
      row.tsan_reports +=
          Judge(test, run) == Verdict::kFailed || run.output.find("WARNING: ThreadSanitizer") != std::string::npos;
    }
    row.tsan_seconds = Since(start);
    (void)Git(where, {"worktree", "remove", "--force", source});
    return {};
  }

  const CheckBenchOptions& options_;
  std::vector<CheckBenchRow> rows_;
};

}  // namespace

Result<std::vector<CheckBenchRow>> RunCheckBench(const CheckBenchOptions& options) {
  std::error_code error;
  fs::create_directories(options.work_dir, error);
  return Bench(options).Run();
}

namespace {

bool WasCompared(const CheckBenchRow& row) { return row.stress_runs > 0 || row.tsan_seconds > 0 || !row.tsan_note.empty(); }

std::string StressText(const CheckBenchRow& row) {
  if (!WasCompared(row)) return "not run";
  return row.stress_failures > 0 ? fmt::format("found, run {}", row.stress_runs) : fmt::format("- ({} runs)", row.stress_runs);
}

std::string TsanText(const CheckBenchRow& row) {
  if (!WasCompared(row)) return "not run";
  if (!row.tsan_note.empty()) return row.tsan_note;
  return row.tsan_reports > 0 ? fmt::format("{} tests, {:.1f} s", row.tsan_reports, row.tsan_seconds)
                              : fmt::format("- ({:.1f} s)", row.tsan_seconds);
}

}  // namespace

std::string_view EditName(Edit edit) {
  switch (edit) {
    case Edit::kFault: return "broken";
    case Edit::kSound: return "sound";
    case Edit::kComments: return "comments";
  }
  return "?";
}

std::string CheckBenchText(const std::vector<CheckBenchRow>& rows) {
  std::string out = fmt::format("{:<26} {:<9} {:<22} {:>9} {:>10} {:>8} {:>8}  {:<18} {}\n", "pair", "", "check", "tests",
                                "schedules", "search s", "all s", "stress, same time", "ThreadSanitizer, once");
  std::size_t broken = 0, caught = 0, harmless = 0, passed = 0, in_time = 0, stress = 0, tsan = 0;
  for (const CheckBenchRow& row : rows) {
    const std::string verdict = !row.error.empty() ? "no verdict"
                                : row.found        ? fmt::format("{} by {}", row.kind, row.phase)
                                                   : "nothing new";
    out += fmt::format("{:<26} {:<9} {:<22} {:>4}/{:<4} {:>10} {:>8.1f} {:>8.1f}  {:<18} {}{}\n", row.name, EditName(row.edit),
                       verdict, row.explored, row.tests, row.schedules, row.search_seconds, row.seconds, StressText(row),
                       TsanText(row), row.right() ? "" : "   WRONG");
    if (!row.error.empty()) out += "    " + row.error + "\n";
    (row.faulty() ? broken : harmless) += 1;
    if (!row.faulty()) passed += row.right();
    else
      caught += row.right(), in_time += row.right() && row.seconds <= 60, stress += row.stress_failures > 0,
          tsan += row.tsan_reports > 0;
  }
  out += fmt::format(
      "{} of {} broken pairs caught, {} within 60 s, building included; {} of {} harmless pairs without anything new\n", caught,
      broken, in_time, passed, harmless);
  if (std::ranges::any_of(rows, WasCompared))
    out += fmt::format("stress found {}, ThreadSanitizer complains about {} of the broken pairs\n", stress, tsan);
  return out;
}

std::string CheckBenchCsv(const std::vector<CheckBenchRow>& rows) {
  std::string out = "pair,edit,found,right,kind,phase,explored,tests,schedules,search_seconds,seconds,stress_runs,stress_"
                    "failures,tsan_reports,tsan_seconds\n";
  for (const CheckBenchRow& r : rows)
    out += fmt::format("{},{},{},{},{},{},{},{},{},{:.2f},{:.2f},{},{},{},{:.2f}\n", r.name, EditName(r.edit), r.found, r.right(),
                       r.kind, r.phase, r.explored, r.tests, r.schedules, r.search_seconds, r.seconds, r.stress_runs,
                       r.stress_failures, r.tsan_reports, r.tsan_seconds);
  return out;
}

}  // namespace reweave::inline evaluate
