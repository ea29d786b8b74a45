#include "cli/shared_flags.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/command.h"
#include "base/duration.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "cli/output.h"
#include "cluster/shared_search.h"
#include "store/work.h"

namespace reweave::inline cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr unsigned kMostTasks = 100000;

// What only says how a search is run and shown is no part of what it is: the same search with more tasks, or with more time, is
// the same search.
std::vector<std::string> WordsOfSearch(const std::vector<std::string>& words) {
  return WithoutOptions(words,
                        {"--on", "--tasks", "--time", "--store", "--slurm", "--worker", "--json", "--junit", "--sarif", "--html",
                         "--markdown", "--sarif-results"},
                        {"--again"});
}

std::string StatusText(const SharedStatus& status) {
  unsigned busy = 0;
  for (const WorkerStatus& worker : status.job.workers) busy += worker.state == "busy" && status.job.now - worker.seen < 20000;
  return fmt::format("{} schedules, {:.0f}/s, units {} done, {} running, {} waiting, {} of {} workers busy, findings {}, {}",
                     status.schedules, static_cast<double>(status.schedules) / std::max(status.seconds, 0.1), status.job.done,
                     status.job.leased, status.job.open, busy, status.job.workers.size(), status.findings,
                     FormatDuration(std::chrono::milliseconds(static_cast<std::int64_t>(status.seconds * 1000))));
}

}  // namespace

std::vector<std::string> WithoutOptions(const std::vector<std::string>& words, const std::vector<std::string>& taking,
                                        const std::vector<std::string>& alone) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const auto is = [&](const std::string& name) { return words[i] == name || words[i].starts_with(name + "="); };
    const auto found = std::ranges::find_if(taking, is);
    if (found != taking.end()) i += words[i] == *found;
    else if (std::ranges::find(alone, words[i]) == alone.end()) out.push_back(words[i]);
  }
  return out;
}

Result<std::vector<std::string>> OwnWords() {
  RW_ASSIGN(const std::string text, ReadFile("/proc/self/cmdline", "cannot read our own command line"));
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  if (!out.empty()) out.erase(out.begin());
  return out;
}

bool AskToStop(const char* question) {
  if (HungUp()) return false;  // nobody wanted it to end
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0) return true;
  ClearInterrupt();
  StatusLine("");
  std::cerr << "reweave: " << question << " [s/l] " << std::flush;
  std::string answer;
  if (!std::getline(std::cin, answer)) return false;
  return answer.empty() || (answer[0] != 'l' && answer[0] != 'L');
}

void AddSharedFlags(CLI::App& command, SharedFlags& flags) {
  auto* on = command
                 .add_option("--on", flags.on,
                             "share the search between workers: processes of this machine, or tasks of a Slurm array. It "
                             "survives workers, nodes and this command")
                 ->check(CLI::IsMember({"local", "slurm"}));
  command.add_option("--tasks", flags.tasks, "how many workers")
      ->check(CLI::Range(1u, kMostTasks))
      ->capture_default_str()
      ->needs(on);
  command
      .add_option("--store", flags.store,
                  "with --on: where the work is kept, a file (of this machine, or one that all nodes share) or "
                  "postgresql://...; .reweave/work.db if not given")
      ->envname("REWEAVE_STORE");
  command
      .add_option("--slurm", flags.slurm,
                  "with --on slurm: a further option of sbatch, as --slurm=--partition=long; may be repeated")
      ->needs(on);
  command
      .add_option("--worker", flags.worker,
                  "with --on: a further word of 'reweave worker', as --worker=--lease=2m; may be repeated")
      ->needs(on);
  command.add_flag("--again", flags.again, "with --on: begin a new search even if the same one was made before")->needs(on);
}

Result<void> CheckShared(const SharedFlags& flags, const ExploreOptions& options) {
  const auto refuse = [&](const char* what, const char* hint) {
    return Fail(ErrorCategory::kUsage, fmt::format("{} cannot be used with --on", what), flags.on, {}, hint);
  };
  if (!options.resume.empty()) return refuse("--resume", "the store keeps the search; the same command continues it");
  if (options.jobs > 1) return refuse("-j", "--tasks says how many workers there are");
  if (options.check_determinism > 0) return refuse("--check-determinism", "check with a search of one process first");
  if (options.count_distinct) return refuse("--count-distinct", "no worker knows the schedules of the others");
  return {};
}

std::string SearchSpec(const std::string& directory, const std::vector<std::string>& words, const std::string& build) {
  return json{{"version", REWEAVE_VERSION}, {"directory", directory}, {"words", words}, {"build", build}}.dump(
      -1, ' ', false, json::error_handler_t::replace);
}

Result<ExploreOptions> OptionsOfSearchSpec(const std::string& spec) {
  const json in = json::parse(spec, nullptr, false);
  const auto fail = [](const std::string& what, const std::string& why, const std::string& hint) {
    return Fail(ErrorCategory::kUsage, what, {}, why, hint);
  };
  if (!in.is_object() || !in.contains("words") || !in.contains("directory") || !in.contains("build"))
    return fail("the job cannot be read", "it was not made by explore --on", "another version of reweave made it");
  if (in.value("version", "") != REWEAVE_VERSION)
    return fail("the job is of another version of reweave", in.value("version", ""), "use the same version on all nodes");
  const std::string directory = in["directory"];
  if (chdir(directory.c_str()) != 0)
    return fail("the directory of the job is not on this node", directory, "it must lie on a file system that all nodes share");
  RW_ASSIGN(ExploreOptions options, ExploreOptionsOf(in["words"].get<std::vector<std::string>>()));
  if (options.target.program.build_key != in["build"].get<std::string>())
    return fail("the program is another one on this node", options.target.program.path,
                "it must be on a file system that all nodes share, and must not be rebuilt while the search runs");
  return options;
}

Result<std::optional<ExploreResult>> RunShared(const SharedFlags& flags, const ExploreOptions& options) {
  std::error_code error;
  const std::string directory = fs::current_path(error).string();
  RW_ASSIGN(const std::string out_dir, PrepareOutDir(options.out_dir));
  if (flags.on == "slurm" && flags.store.empty())
    return Fail(ErrorCategory::kUsage, "--on slurm needs --store", {}, {},
                "a PostgreSQL server that all nodes reach, as --store postgresql://server/database or in REWEAVE_STORE");
  const std::string store_name = IsServerStore(flags.store)
                                     ? flags.store
                                     : fs::absolute(flags.store.empty() ? ".reweave/work.db" : flags.store, error).string();
  RW_ASSIGN(const auto store, OpenWorkStore(store_name));
  RW_ASSIGN(const std::vector<std::string> words, OwnWords());
  SharedOptions shared;
  shared.spec = SearchSpec(directory, WordsOfSearch(words), options.target.program.build_key);
  shared.job = ContentId(shared.spec).substr(0, 16);
  shared.name = fs::path(options.target.program.path).filename().string();
  shared.tasks = flags.tasks;
  shared.status = [](const SharedStatus& status) { ProgressLine(StatusText(status)); };
  shared.on_interrupt = [] { return AskToStop("stop the search, or leave it running? The same command waits for it again."); };
  if (flags.again) RW_TRY(store->RemoveJob(shared.job));
  LaunchOptions launch;
  launch.program = OwnProgram();
  launch.job = shared.job;
  launch.name = shared.name;
  launch.store = store_name;
  launch.tasks = flags.tasks;
  launch.slurm = flags.slurm;
  launch.words = {"worker", "--job", shared.job, "--id", std::string(kTaskId)};
  if (flags.on == "local") launch.words.insert(launch.words.end(), {"--beat=25ms", "--split-after=100ms"});
  launch.words.insert(launch.words.end(), flags.worker.begin(), flags.worker.end());
  RW_ASSIGN(launch.logs, PrepareOutDir(".reweave/logs"));
  const auto launcher = flags.on == "slurm" ? MakeSlurmLauncher(launch) : MakeLocalLauncher(launch);
  RW_ASSIGN(SharedResult result, ExploreShared(options, shared, *store, *launcher));
  if (!result.left_running) return std::optional(std::move(result.result));
  StatusLine("");
  Message(fmt::format("left running: {}; the same command waits for it again, 'reweave campaign status {}' looks at it",
                      launcher->Where(), shared.job));
  return std::optional<ExploreResult>();
}

}  // namespace reweave::inline cli
