#include "check/versions.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/file.h"
#include "explore/explorer.h"
#include "select/native_run.h"

namespace reweave {

namespace fs = std::filesystem;

namespace {

constexpr auto kGitTime = std::chrono::minutes(2);
constexpr auto kBuildTime = std::chrono::minutes(60);

std::string Trim(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

bool InPath(const std::string& program) {
  const char* path = getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');)
    if (access((directory + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

std::string LastLines(const std::string& text, std::size_t lines) {
  std::size_t at = text.size();
  while (at > 0 && lines > 0)
    if (text[--at] == '\n' && at + 1 < text.size()) --lines;
  return text.substr(at);
}

TestSpec Command(std::vector<std::string> command, const std::string& directory,
                 std::vector<std::pair<std::string, std::string>> environment = {}) {
  TestSpec spec;
  spec.name = command[0];
  spec.command = std::move(command);
  spec.directory = directory;
  spec.environment = std::move(environment);
  return spec;
}

}  // namespace

Result<std::string> Repository::Git(std::vector<std::string> arguments,
                                    std::vector<std::pair<std::string, std::string>> environment) const {
  std::vector<std::string> command = {"git"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  RW_ASSIGN(const NativeRun run, RunNatively(Command(std::move(command), top_, std::move(environment)),
                                             {.timeout = kGitTime, .memory = 0, .output = 16u << 20}));
  if (!run.exited(0))
    return Fail(ErrorCategory::kUsage, fmt::format("git {} failed", fmt::join(arguments, " ")), top_,
                Trim(LastLines(run.output, 3)));
  return Trim(run.output);
}

Result<Repository> Repository::Open(const std::string& directory) {
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
    return Fail(ErrorCategory::kUsage, "no such revision", revision, "in " + top_,
                "in a shallow clone, fetch it first: git fetch --unshallow");
  return commit;
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
      version.label = fmt::format("merge base with {}", other);
      break;
    }
    if (version.commit.empty()) {
      const auto shallow = Git({"rev-parse", "--is-shallow-repository"});
      return Fail(
          ErrorCategory::kUsage, "no base to compare with", top_,
          shallow && *shallow == "true" ? "the clone is shallow" : "HEAD has no upstream branch, and there is no main or master",
          "--base REVISION");
    }
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
  // A second index of our own: the user's is not touched.
  RW_TRY(PrepareOutDir(top_ + "/.reweave"));
  const std::string index = fmt::format("{}/.reweave/index-{}", top_, getpid());
  const std::vector<std::pair<std::string, std::string>> own = {{"GIT_INDEX_FILE", index}};
  Result<std::string> tree = Git({"read-tree", "HEAD"}, own);
  if (tree) tree = Git({"add", "-A", "."}, own);
  if (tree) tree = Git({"write-tree"}, own);
  std::error_code ignored;
  fs::remove(index, ignored);
  if (!tree) return std::unexpected(tree.error());
  version.tree = *tree;
  return version;
}

Result<std::string> Repository::Diff(const Version& from, const Version& to) const {
  return Git({"-c", "core.quotePath=off", "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames",
              "--src-prefix=a/", "--dst-prefix=b/", from.tree, to.tree});
}

Result<void> Repository::Refuse() const {
  RW_ASSIGN(const std::string entries, Git({"ls-files", "-s"}));
  if (entries.starts_with("160000 ") || entries.find("\n160000 ") != std::string::npos)
    return Fail(ErrorCategory::kUsage, "submodules cannot be checked out yet", top_, {},
                "build both versions yourself and use reweave select and reweave explore --against");
  return {};
}

Result<void> Repository::MakeWorktree(Version& version) const {
  version.source = fmt::format("{}/.reweave/worktrees/{}", top_, version.tree.substr(0, 16));
  std::error_code error;
  RW_TRY(Git({"worktree", "prune"}));
  if (fs::exists(version.source + "/.git", error)) {
    // Complete only if it has the content it is named after.
    const Repository there(version.source);
    auto state = there.Git({"status", "--porcelain", "--untracked-files=no"});
    if (state && state->empty()) return {};
    RW_TRY(Git({"worktree", "remove", "--force", version.source}));
  }
  fs::remove_all(version.source, error);
  std::string commit = version.commit;
  if (commit.empty()) {
    const std::vector<std::pair<std::string, std::string>> who = {
        {"GIT_AUTHOR_NAME", "reweave"},    {"GIT_AUTHOR_EMAIL", "reweave@localhost"},
        {"GIT_COMMITTER_NAME", "reweave"}, {"GIT_COMMITTER_EMAIL", "reweave@localhost"},
        {"GIT_AUTHOR_DATE", "@0 +0000"},   {"GIT_COMMITTER_DATE", "@0 +0000"}};
    RW_ASSIGN(commit, Git({"commit-tree", version.tree, "-m", "content of a working tree"}, who));
  }
  RW_TRY(Git({"worktree", "add", "--force", "--detach", version.source, commit}));
  return {};
}

Result<void> Repository::Build(Version& version, const std::string& drivers, unsigned jobs,
                               const std::function<void(const std::string&)>& say) const {
  RW_TRY(Refuse());
  RW_TRY(PrepareOutDir(top_ + "/.reweave"));
  RW_TRY(MakeWorktree(version));
  version.build = fmt::format("{}/.reweave/builds/{}", top_, version.tree.substr(0, 16));
  std::error_code error;
  const std::string done = version.build + "/reweave-built";
  const std::string stamp =
      fmt::format("{} {}\n", version.tree, fs::last_write_time(drivers + "/reweave-c++", error).time_since_epoch().count());
  if (auto built = ReadFile(done, "cannot read"); built && *built == stamp) {
    version.reused = true;
    return {};
  }
  if (!fs::exists(version.source + "/CMakeLists.txt", error))
    return Fail(ErrorCategory::kUsage, "cannot tell how to build", version.label, "there is no CMakeLists.txt at the top",
                "build both versions yourself with reweave-c++ and use reweave select and reweave explore --against");
  const auto run = [&](const std::string& what, std::vector<std::string> command) -> Result<void> {
    if (say) say(fmt::format("{} {}", what, version.label));
    RW_ASSIGN(const NativeRun result,
              RunNatively(Command(std::move(command), version.source), {.timeout = kBuildTime, .memory = 0, .output = 4u << 20}));
    if (result.exited(0)) return {};
    const std::string log = version.build + "-failed.log";
    (void)WriteFile(log, result.output, "cannot write");
    return Fail(ErrorCategory::kUsage, fmt::format("{} {} failed", what, version.label), log,
                DescribeEnd(result) + ":\n" + LastLines(result.output, 8));
  };
  fs::create_directories(version.build, error);
  fs::remove(done, error);
  std::vector<std::string> configure = {"cmake", "-S", version.source, "-B", version.build, "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
                                        // Without NDEBUG: assertions are what many tests fail by.
                                        "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g", "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g",
                                        "-DCMAKE_C_COMPILER=" + drivers + "/reweave-cc",
                                        "-DCMAKE_CXX_COMPILER=" + drivers + "/reweave-c++"};
  // CMake's own choice is make, which a machine with ninja may lack.
  if (getenv("CMAKE_GENERATOR") == nullptr && InPath("ninja")) configure.insert(configure.end(), {"-G", "Ninja"});
  RW_TRY(run("configuring", std::move(configure)));
  RW_TRY(run("building", {"cmake", "--build", version.build, "-j", std::to_string(jobs)}));
  return WriteFile(done, stamp, "cannot write");
}

}  // namespace reweave
