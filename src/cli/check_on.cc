#include "cli/check_on.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/command.h"
#include "base/file.h"
#include "cli/shared_flags.h"
#include "cluster/check_parts.h"
#include "explore/explorer.h"
#include "report/check_json.h"
#include "report/check_merge.h"
#include "store/work.h"

namespace reweave::inline cli {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostNodes = 1000, kMostParts = 1000;

unsigned Parts(const CheckOnFlags& flags) { return flags.parts == 0 ? flags.nodes : flags.parts; }

// What a part is told: the words of this check without how it is divided and shown.
Result<std::vector<std::string>> WordsOfPart(const CheckOnFlags& flags, const std::string& directory) {
  RW_ASSIGN(const std::vector<std::string> own, OwnWords());
  std::vector<std::string> words =
      WithoutOptions(own,
                     {"--on", "--nodes", "--parts", "--slurm", "--store", "--json", "--junit", "--sarif", "--html", "--markdown",
                      "--sarif-results", "--format", "--incomplete", "--fail-on", "--write-baseline"},
                     {"-q", "--quiet", "-v", "--verbose"});
  words.insert(words.end(), {"--incomplete=pass", "--quiet", fmt::format("--shard={}/{}", kTaskNumber, Parts(flags)),
                             fmt::format("--json={}/part{}.json", directory, kTaskNumber)});
  const bool has_jobs =
      std::ranges::any_of(own, [](const std::string& w) { return w.starts_with("-j") || w.starts_with("--jobs"); });
  if (flags.on == "local" && !has_jobs)
    words.push_back(fmt::format("--jobs={}", std::max(1u, std::thread::hardware_concurrency() / flags.nodes)));
  return words;
}

// Why a part has no result: what it wrote last.
std::string LastWords(const std::string& logs) {
  std::error_code error;
  std::string text;
  for (const auto& entry : fs::directory_iterator(logs, error))
    if (const auto log = ReadFile(entry.path().string(), ""); log && entry.path().extension() == ".log" && !log->empty())
      text = *log;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

void AddCheckOnFlags(CLI::App& command, CheckOnFlags& flags, const std::vector<CLI::Option*>& excluded) {
  auto* on =
      command
          .add_option("--on", flags.on,
                      "divide the tests between processes of this machine, or tasks of a Slurm array, and put their results "
                      "together. The checkout must lie on a file system that all nodes share")
          ->check(CLI::IsMember({"local", "slurm"}));
  command.add_option("--nodes", flags.nodes, "with --on: how many parts run at the same time")
      ->check(CLI::Range(1u, kMostNodes))
      ->capture_default_str()
      ->needs(on);
  command
      .add_option(
          "--parts", flags.parts,
          "with --on: into how many parts the tests are divided (default: as many as nodes). With more parts than nodes, a node "
          "that has ended its part takes the next one")
      ->check(CLI::Range(1u, kMostParts))
      ->needs(on);
  command
      .add_option("--slurm", flags.slurm,
                  "with --on slurm: a further option of sbatch, as --slurm=--partition=long; may be repeated")
      ->needs(on);
  for (CLI::Option* option : excluded) on->excludes(option);
}

Result<std::optional<CheckResult>> RunCheckOn(const CheckOnFlags& flags, const std::string& store,
                                              const std::function<void(const std::string&)>& say,
                                              const std::function<void(const std::string&)>& status) {
  std::error_code error;
  RW_ASSIGN(const std::string all, PrepareOutDir(".reweave/parts"));
  // Of this call alone: parts of another check must not be taken for its own.
  const std::string directory = fmt::format("{}/{}-{}", fs::absolute(all, error).string(), std::time(nullptr), getpid());
  RW_TRY(PrepareOutDir(directory));
  LaunchOptions launch;
  launch.program = OwnProgram();
  launch.job = launch.name = "check";
  launch.store = store.empty() || IsServerStore(store) ? store : fs::absolute(store, error).string();
  launch.logs = directory;
  launch.tasks = Parts(flags);
  launch.at_once = flags.nodes;
  launch.slurm = flags.slurm;
  RW_ASSIGN(launch.words, WordsOfPart(flags, directory));
  const auto launcher = flags.on == "slurm" ? MakeSlurmLauncher(launch) : MakeLocalLauncher(launch);
  PartsOptions options{.parts = Parts(flags),
                       .directory = directory,
                       .pause = std::chrono::milliseconds(flags.on == "slurm" ? 2000 : 200),
                       .status = {},
                       .stop_on_interrupt = {}};
  options.status = [&](unsigned done, unsigned running) {
    status(fmt::format("{} of {} parts done, {} running", done, Parts(flags), running));
  };
  options.stop_on_interrupt = [] { return AskToStop("stop the check, or leave its tasks running?"); };
  RW_ASSIGN(const PartsResult ended, WaitForParts(options, *launcher));
  if (ended.left_running) {
    say(fmt::format("left running: {}; when it has ended: reweave report {}/part*.json", launcher->Where(), directory));
    return std::optional<CheckResult>();
  }
  if (ended.files.empty())
    return Fail(ErrorCategory::kUsage, "no part of the check has a result", directory, LastWords(directory),
                "the logs are in that directory; the same check without --on shows more");
  std::vector<CheckResult> parts;
  for (const std::string& path : ended.files) {
    RW_ASSIGN(const std::string text, ReadFile(path, "cannot read a result"));
    RW_ASSIGN(CheckResult part, ReadCheckJson(text, path));
    parts.push_back(std::move(part));
  }
  RW_ASSIGN(CheckResult result, MergeChecks(std::move(parts)));
  result.interrupted |= ended.interrupted;
  if (result.missing.empty()) fs::remove_all(directory, error);
  else say("parts have no result; their logs: " + directory);
  return std::optional(std::move(result));
}

}  // namespace reweave::inline cli
