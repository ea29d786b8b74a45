#include "check/versions.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <ranges>
#include <sstream>

#include "base/command.h"
#include "base/interrupt.h"
#include "check/build_log.h"
#include "check/build_system.h"
#include "check/local_sources.h"
#include "check/long_runs.h"
#include "check/tool_id.h"
#include "check/traced_make.h"
#include "check/what_helps.h"
#include "check/workspace.h"
#include "explore/explorer.h"
#include "suite/native_run.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr auto kGitTime = std::chrono::minutes(2);
constexpr auto kBuildTime = std::chrono::minutes(60);
// Of one program of the version while it is built (which may run tests, or a generator).
constexpr std::chrono::seconds kToolTime = std::chrono::minutes(5);

// Two places, so that the last working tree is still there when the next one has been built.
constexpr std::array<const char*, 2> kWorkingTrees = {"working-tree", "working-tree-b"};

// Written last: "<content> <how it was built>".
std::string StampOf(const std::string& build) { return build + "/reweave-built"; }

std::string Trim(std::string text) { return text.erase(text.find_last_not_of("\n ") + 1); }

void Warn(const Repository::BuildOptions& options, const std::string& text) {
  if (options.warn) options.warn(text);
}

std::string LastLines(const std::string& text, std::size_t lines) {
  std::size_t at = text.size();
  while (at > 0 && lines > 0)
    if (text[--at] == '\n' && at + 1 < text.size()) --lines;
  return text.substr(at);
}

// What the tool wrote, as one line: without the first, which says how it ended.
std::string Told(const std::string& why) {
  std::istringstream words(why.substr(std::min(why.find('\n'), why.size())));
  std::string out, word;
  constexpr std::size_t kMost = 300;
  while (out.size() < kMost && words >> word) out += (out.empty() ? "" : " ") + word;
  return out;
}

// What a build says it is at: its last whole line.
std::string LastLine(std::string_view text) {
  const auto end = text.find_last_of("\r\n");
  if (end == std::string_view::npos) return {};
  const auto begin = text.substr(0, end).find_last_of("\r\n");
  return std::string(text.substr(begin == std::string_view::npos ? 0 : begin + 1, end - (begin + 1)));
}

}  // namespace

Result<std::string> Repository::Git(std::vector<std::string> arguments,
                                    std::vector<std::pair<std::string, std::string>> environment) const {
  std::vector<std::string> command = {"git"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  RW_ASSIGN(const NativeRun run, RunNatively(CommandSpec(std::move(command), top_, std::move(environment)),
                                             {.timeout = kGitTime, .memory = 0, .output = 16u << 20}));
  if (!run.exited(0))
    return Fail(ErrorCategory::kUsage, fmt::format("git {} failed", fmt::join(arguments, " ")), top_,
                Trim(LastLines(run.output, 3)));
  return Trim(run.output);
}

Result<Repository> Repository::Open(const std::string& directory) {
  if (FindInPath("git").empty())
    return Fail(ErrorCategory::kUsage, "git is not installed", {}, "check takes the two versions from it", "apt install git");
  const Repository here(directory);
  auto top = here.Git({"rev-parse", "--show-toplevel"});
  if (!top)
    return Fail(ErrorCategory::kUsage, "not in a git checkout", directory, top.error().why(),
                "run check inside the project's checkout");
  return Repository(*top);
}

Result<std::string> Repository::Commit(const std::string& revision) const {
  auto commit = Git({"rev-parse", "--verify", "--quiet", revision + "^{commit}"});
  if (!commit)
    return Fail(ErrorCategory::kUsage, "no such revision", revision,
                IsShallow() ? "the clone is shallow and may not have it" : "in " + top_,
                IsShallow() ? "git fetch --unshallow, or fetch-depth: 0 in a CI job" : "");
  return commit;
}

bool Repository::IsShallow() const {
  const auto shallow = Git({"rev-parse", "--is-shallow-repository"});
  return shallow && *shallow == "true";
}

Result<Version> Repository::Base(const std::string& revision) const {
  Version version;
  if (!revision.empty()) {
    RW_ASSIGN(version.commit, Commit(revision));
    version.label = revision;
  } else {
    for (const char* other : {"@{upstream}", "origin/HEAD", "origin/main", "origin/master", "main", "master"}) {
      auto base = Git({"merge-base", "HEAD", other});
      if (!base) continue;
      version.commit = *base;
      version.label = Commit("HEAD").value_or("") == *base ? "the last commit" : fmt::format("merge base with {}", other);
      break;
    }
    if (version.commit.empty())
      return Fail(ErrorCategory::kUsage, "no base to compare with", top_,
                  IsShallow() ? "the clone is shallow and does not contain the merge base"
                              : "HEAD has no upstream branch, and there is no main or master",
                  IsShallow() ? "git fetch --unshallow, or fetch-depth: 0 in a CI job" : "--base REVISION");
  }
  RW_ASSIGN(version.tree, Git({"rev-parse", version.commit + "^{tree}"}));
  return version;
}

Result<Version> Repository::Head(const std::string& revision) const {
  Version version;
  if (revision != ".") {
    RW_ASSIGN(version.commit, Commit(revision));
    version.label = revision;
    RW_ASSIGN(version.tree, Git({"rev-parse", version.commit + "^{tree}"}));
    return version;
  }
  version.label = "working tree";
  if (!Git({"rev-parse", "--verify", "--quiet", "HEAD^{commit}"}))
    return Fail(ErrorCategory::kUsage, "the repository has no commit to compare with", top_, {}, "commit what is there first");
  RW_TRY(RefuseDirtySubmodules());
  // A second index of our own: the user's is not touched.
  RW_TRY(PrepareOutDir(top_ + "/.reweave"));
  const std::string index = fmt::format("{}/.reweave/index-{}", top_, getpid());
  const std::vector<std::pair<std::string, std::string>> own = {{"GIT_INDEX_FILE", index}};
  Result<std::string> tree = Git({"read-tree", "HEAD"}, own);
  // Not ":(exclude).reweave": git takes it as a wish to add an ignored file where the project's .gitignore names the directory.
  if (tree) tree = Git({"add", "-A", "--", "."}, own);
  if (tree) tree = Git({"reset", "-q", "HEAD", "--", ".reweave"}, own);
  if (tree) tree = Git({"write-tree"}, own);
  std::error_code ignored;
  fs::remove(index, ignored);
  if (!tree) return std::unexpected(tree.error());
  version.tree = *tree;
  return version;
}

std::string Repository::RemoteAddress() const {
  const std::string address = Git({"remote", "get-url", "origin"}).value_or("");
  const auto at = address.rfind('@');
  return at == std::string::npos ? address : address.substr(at + 1);
}

bool Repository::Has(const std::string& tree) const { return Git({"cat-file", "-e", tree + "^{tree}"}).has_value(); }

Result<std::string> Repository::Diff(const Version& from, const Version& to) const {
  return Git({"-c", "core.quotePath=off", "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames",
              "--src-prefix=a/", "--dst-prefix=b/", from.tree, to.tree});
}

bool Repository::IsComplete(const Version& version) const {
  std::error_code error;
  if (!fs::exists(version.source + "/.git", error)) return false;
  const Repository there(version.source);
  const auto tree = there.Git({"rev-parse", "HEAD^{tree}"});
  if (!tree || *tree != version.tree) return false;
  const auto state = there.Git({"status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all"});
  return state && state->empty();
}

Result<void> Repository::MakeWorktree(Version& version, std::vector<std::string>& local) const {
  RW_ASSIGN(const Fd lock, Lock("git", LOCK_EX, nullptr));  // git's list of worktrees is one for all
  // One that was not checked out when the worktree was made may be by now.
  if (IsComplete(version)) return ExportSubmodules(top_, version.tree, version, local, "", true);
  std::string commit = version.commit;
  if (commit.empty()) {
    const Environment who = {{"GIT_AUTHOR_NAME", "reweave"},    {"GIT_AUTHOR_EMAIL", "reweave@localhost"},
                             {"GIT_COMMITTER_NAME", "reweave"}, {"GIT_COMMITTER_EMAIL", "reweave@localhost"},
                             {"GIT_AUTHOR_DATE", "@0 +0000"},   {"GIT_COMMITTER_DATE", "@0 +0000"}};
    RW_ASSIGN(commit, Git({"commit-tree", version.tree, "-m", "content of a working tree"}, who));
  }
  std::error_code error;
  if (fs::exists(version.source + "/.git", error)) {
    const Repository there(version.source);
    if (there.Git({"checkout", "--quiet", "--force", "--detach", commit}) && IsComplete(version))
      return ExportSubmodules(top_, version.tree, version, local);
  }
  // It is not there, or a killed check left it half made and locked.
  (void)Git({"worktree", "unlock", version.source});
  (void)Git({"worktree", "remove", "--force", "--force", version.source});
  fs::remove_all(version.source, error);
  (void)Git({"worktree", "prune"});
  RW_TRY(Git({"worktree", "add", "--force", "--force", "--detach", version.source, commit}));
  return ExportSubmodules(top_, version.tree, version, local);
}

Result<Fd> Repository::Lock(const std::string& name, int kind, const std::function<void(const std::string&)>& say) const {
  RW_TRY(PrepareOutDir(top_ + "/.reweave/locks"));
  const std::string path = Path("locks", name);
  Fd fd(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!fd.valid()) return Fail(ErrorCategory::kUsage, "cannot open the lock of a version", path, ErrnoText(errno));
  if (flock(fd.get(), kind | LOCK_NB) == 0) return fd;
  if (errno == EWOULDBLOCK && say) say("another check is using this version; waiting for it");
  while (flock(fd.get(), kind) != 0)
    if (errno != EINTR || Interrupted()) return Fail(ErrorCategory::kUsage, "cannot lock a version", path, ErrnoText(errno));
  return fd;
}

Result<void> Repository::RunStep(const BuildStep& step, const Version& version, const std::string& name,
                                 const BuildOptions& options, bool* ended) const {
  const auto say = [&](std::string_view output, double seconds) {
    if (options.say) options.say(fmt::format("{} {}, {:.0f} s  {}", step.what, version.label, seconds, LastLine(output)));
  };
  say("", 0);
  // Nobody else runs programs there: the version is locked.
  std::error_code error;
  const std::vector<std::string> places = {fs::canonical(version.source, error).string(),
                                           fs::canonical(version.build, error).string()};
  std::size_t long_ones = 0;
  const auto watch = [&](std::string_view output, double seconds) {
    say(output, seconds);
    const std::chrono::seconds limit = step.trace.empty() ? kToolTime : LookTime(long_ones);
    if (seconds < static_cast<double>(limit.count())) return;
    for (const std::string& program : EndLongRuns(places, limit)) {
      if (++long_ones <= kLongPrograms)
        Warn(options, fmt::format("{} ran for more than {} s while {} {}, and was ended", fs::path(program).filename().string(),
                                  limit.count(), step.what, version.label));
      else if (long_ones == kLongPrograms + 1)
        Warn(options, fmt::format("more than {} programs ran for long while {} {}: the others were ended after {} s; tests that "
                                  "a recipe runs behind one that was ended are not known",
                                  kLongPrograms, step.what, version.label, limit.count()));
    }
  };
  RW_ASSIGN(const NativeRun result, RunTraced(step.trace, CommandSpec(step.command, step.directory, step.environment),
                                              {.timeout = kBuildTime, .memory = 0, .output = 16u << 20, .watch = watch}));
  if (ended != nullptr) *ended = result.end == NativeRun::End::kExited;
  if (result.end == NativeRun::End::kInterrupted) return Fail(ErrorCategory::kUsage, "interrupted while building", version.label);
  if (result.exited(0)) {
    for (const std::string& note : NotesOf(result.output)) Warn(options, version.label + ": " + note);
    return {};
  }
  const std::string log = Path("logs", name + ".log");
  (void)WriteFile(log, result.output, "cannot write");
  return Fail(ErrorCategory::kUsage, fmt::format("{} {} failed, the log is", step.what, version.label), log,
              DescribeEnd(result) + "\n" + FirstErrorOf(result.output, version.source));
}

// The place of a working tree's content: where it was built before, else the place that was used last and does not hold the other
// version of the check.
std::string Repository::NameOf(const Version& version, const std::string& beside) const {
  if (!version.commit.empty()) return version.tree.substr(0, 16);
  const auto holds = [&](const char* name, const std::string& tree) {
    const auto stamp = ReadFile(StampOf(Path("builds", name)), "");
    return stamp && stamp->starts_with(tree + " ");
  };
  for (const char* name : kWorkingTrees)
    if (holds(name, version.tree)) return name;
  for (const char* name : kWorkingTrees)
    if (beside.empty() || !holds(name, beside)) return name;
  return kWorkingTrees[0];
}

Result<Fd> Repository::Build(Version& version, const Config& config, const BuildOptions& options) const {
  RW_TRY(PrepareOutDir(top_ + "/.reweave/logs"));
  const std::string name = NameOf(version, options.beside);
  RW_ASSIGN(Fd lock, Lock(name, LOCK_EX, options.say));
  version.source = Path("worktrees", name);
  version.build = Path("builds", name);
  std::vector<std::string> local;
  RW_TRY(MakeWorktree(version, local));
  if (!version.missing_submodules.empty())
    Warn(options,
         fmt::format("{} is built without {}, which {} not checked out", version.label,
                     fmt::join(version.missing_submodules, ", "), version.missing_submodules.size() == 1 ? "is" : "are"));
  if (!local.empty())
    Warn(options, fmt::format("{} is not checked out; {} is built with what this machine has in its place",
                              fmt::join(local, ", "), version.label));
  std::error_code error;
  const std::string done = StampOf(version.build), driver = DriverId(options.drivers);
  const std::string how = fmt::format("{} {}\n{}{}{}", driver, options.drivers, config.text,
                                      fmt::join(version.missing_submodules, "\n"), fmt::join(local, "\n"));
  const std::string stamp = version.tree + " " + how;
  const auto built = ReadFile(done, "");
  version.reused = built && *built == stamp;
  const bool same_way = built && built->substr(built->find(' ') + 1) == how;
  if (built && !same_way) {  // some projects build beside their sources, and would take what is there for built
    fs::remove_all(version.source, error);
    version.missing_submodules.clear(), local.clear();
    RW_TRY(MakeWorktree(version, local));
  }
  // The next build in this directory does not try again what failed in it.
  const std::string refused = version.build + "/reweave-refused.txt";
  if (const auto known = same_way ? ReadFile(refused, "") : Result<std::string>())
    for (const auto line : std::views::split(*known, '\n')) options.refused->emplace_back(line.begin(), line.end());
  if (!version.reused) {
    // Another driver or configuration: nothing of what is there can be used.
    if (!same_way) fs::remove_all(version.build, error);
    fs::create_directories(version.build, error);
    fs::remove(done, error);
    const std::string source = (fs::path(version.source) / config.build.directory).lexically_normal().string();
    BuildInput input{.source = source.ends_with('/') ? source.substr(0, source.size() - 1) : source,
                     .build = version.build,
                     .drivers = options.drivers,
                     .jobs = options.jobs,
                     .settings = *options.local,
                     .refused = *options.refused};
    std::string without_tests = "CTest has none, and no program has 'test' in its name";
    std::string what_helps = "add tests with enable_testing and add_test, or name them in [tests] of reweave.toml";
    std::vector<std::string> statics;  // of the settings, those for static libraries
    RW_ASSIGN(auto steps, BuildSteps(config, input));
    for (std::size_t i = 0; i < steps.size(); ++i) {
      bool ended = false;
      const auto ran = RunStep(steps[i], version, name, options, &ended);
      const auto missing = ran || steps[i].what != "configuring"
                               ? std::vector<std::string>()
                               : NotDownloaded(ReadFile(Path("logs", name + ".log"), "").value_or(""));
      if (!missing.empty() && options.local->empty() && !Interrupted()) {
        *options.local = LocalSources(missing);
        Warn(options, fmt::format("{}: {} could not be downloaded; what this machine has is tried in its place, with {}",
                                  version.label, fmt::join(missing, ", "), fmt::join(*options.local, ", ")));
        fs::remove_all(version.build, error);
        fs::create_directories(version.build, error);
        std::ranges::copy(*options.local, std::back_inserter(input.settings));
        RW_ASSIGN(steps, BuildSteps(config, input));
        i = ~std::size_t{0};  // from the start
        continue;
      }
      if (!ran && !Interrupted() && std::ranges::find(input.refused, kSanitizers) == input.refused.end() &&
          WantsSanitizer(Path("logs", name + ".log"))) {
        Warn(options, fmt::format("{} is built with a sanitizer, which cannot be explored: it is left out, and what only it "
                                  "reports is not found",
                                  version.label));
        input.refused.emplace_back(kSanitizers);
        (void)WriteFile(refused, fmt::format("{}", fmt::join(input.refused, "\n")), "cannot write");
        *options.refused = input.refused;
        RW_ASSIGN(steps, BuildSteps(config, input));
        i = ~std::size_t{0};  // from the start
        continue;
      }
      if (!ran && !input.settings.empty() && !Interrupted() &&
          (steps[i].what == "configuring" || LacksALibrary(ran.error().ToString()))) {
        // With tests it cannot be configured, for want of a library perhaps, or with static libraries it cannot be built.
        const bool configuring = steps[i].what == "configuring";
        const std::vector<std::string> guilty = configuring || statics.empty() ? input.settings : statics;
        Warn(options, fmt::format("{} cannot be {} with {}; trying without", version.label, configuring ? "configured" : "built",
                                  fmt::join(guilty, ", ")));
        without_tests = fmt::format(
            "with {} it cannot be {}: {}", fmt::join(guilty, ", "), configuring ? "configured" : "built",
            missing.empty() ? Told(ran.error().why()) : fmt::format("{} could not be downloaded", fmt::join(missing, ", ")));
        what_helps = missing.empty() ? "install what its tests need, then check again"
                                     : fmt::format("name the sources in reweave.toml: [build] options = [\"-D{}=DIRECTORY\"]",
                                                   SourceSetting(missing[0]));
        fs::remove_all(version.build, error);
        fs::create_directories(version.build, error);
        std::ranges::copy(guilty, std::back_inserter(input.refused));
        input.settings.clear();  // the others are asked for again once it is configured
        statics.clear();
        (void)WriteFile(refused, fmt::format("{}", fmt::join(input.refused, "\n")), "cannot write");
        *options.refused = input.refused;
        RW_ASSIGN(steps, BuildSteps(config, input));
        i = ~std::size_t{0};  // from the start
        continue;
      }
      if (!ran) {
        // A build that ended by itself with an error goes on from there once the error is mended. One that was killed may have
        // left half a file.
        if (steps[i].what == "building" && ended) (void)WriteFile(done, "failed " + how, "cannot write");
        const Error& failed = ran.error();
        return Fail(
            failed.category(), failed.what(), failed.where(), failed.why(),
            WhatHelps(version, ReadFile(Path("logs", name + ".log"), "").value_or(""), OtherSystems(config, input.source)));
      }
      if (steps[i].what != "configuring") continue;
      RW_ASSIGN(Configured found, LookAtConfigured(config, input));
      if (!found.tests_on.empty() || !found.static_libraries.empty()) {
        if (!found.tests_on.empty())
          Warn(options, fmt::format("tests are off by default in {}; they were switched on with {}", version.label,
                                    fmt::join(found.tests_on, ", ")));
        if (!found.static_libraries.empty())
          Warn(options, fmt::format("libraries of {} are built into its programs, with {}", version.label,
                                    fmt::join(found.static_libraries, ", ")));
        std::ranges::move(found.tests_on, std::back_inserter(input.settings));
        std::ranges::copy(found.static_libraries, std::back_inserter(input.settings));
        std::ranges::move(found.static_libraries, std::back_inserter(statics));
        RW_ASSIGN(steps, BuildSteps(config, input));
        --i;  // once more
      } else if (!found.has_tests && options.needs_tests) {
        const std::string unbuilt = SourcesOfTests(input.source);
        return Fail(ErrorCategory::kUsage, fmt::format("{} has no tests", version.label), version.build,
                    without_tests + (unbuilt.empty() ? "" : "; no test program is made of " + unbuilt),
                    WhatHelps(version, "", BuildFilesOfTests(input.source, what_helps)));
      } else {
        RW_TRY(RefuseUnknownTests(options.only, found.names));
      }
    }
    RW_TRY(WriteFile(done, stamp, "cannot write"));
  }
  fs::last_write_time(done, fs::file_time_type::clock::now(), error);  // for Collect
  flock(lock.get(), LOCK_SH);
  return lock;
}

void Repository::Collect(std::size_t keep) const {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, std::string>> versions;
  for (const auto& entry : fs::directory_iterator(top_ + "/.reweave/worktrees", error)) {
    const std::string name = entry.path().filename().string();
    if (!IsVersionName(name) || entry.is_symlink()) continue;  // somebody else's
    std::error_code missing;
    const auto used = fs::last_write_time(StampOf(Path("builds", name)), missing);
    versions.emplace_back(missing ? fs::file_time_type::min() : used, name);
  }
  std::ranges::sort(versions, std::greater());
  for (std::size_t i = keep; i < versions.size(); ++i) {
    const std::string& name = versions[i].second;
    const Fd lock(open(Path("locks", name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!lock.valid() || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;
    fs::remove_all(Path("builds", name), error);
    (void)Git({"worktree", "remove", "--force", "--force", Path("worktrees", name)});
    fs::remove_all(Path("worktrees", name), error);
  }
  for (const auto& entry : fs::directory_iterator(top_ + "/.reweave", error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("index-")) continue;
    const int owner = std::atoi(name.c_str() + 6);
    if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) fs::remove(entry.path(), error);
  }
}

}  // namespace reweave::inline check
