// Submodules of the versions that a check compares.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "base/file.h"
#include "check/local_sources.h"
#include "check/versions.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

// What a submodule has beyond its commit is in no tree.
Result<void> Repository::RefuseDirtySubmodules() const {
  RW_ASSIGN(const std::string status, Git({"-c", "core.quotePath=off", "status", "--porcelain=v2"}));
  std::istringstream lines(status);
  for (std::string line; std::getline(lines, line);) {
    // "1 .M S.MU 160000 160000 160000 hash hash path"
    if (line.size() < 10 || line[0] != '1' || line[5] != 'S' || (line[7] == '.' && line[8] == '.')) continue;
    std::string path = line;
    for (int i = 0; i < 8; ++i) path.erase(0, path.find(' ') + 1);
    return Fail(ErrorCategory::kUsage, "a submodule has changes that are not committed", path,
                "check uses submodules at their commits", "commit them in the submodule, or check a revision: --head HEAD");
  }
  return {};
}

namespace {

constexpr const char* kIsLocal = "/.reweave-local";  // in a directory that holds what the machine has in place of a submodule

// Some projects switch their tests off unless a submodule has its .git. This one leads nowhere: no build can change the user's.
Result<void> LooksCheckedOut(const std::string& target) {
  return WriteFile(target + "/.git", "gitdir: .reweave-exported\n", "cannot write");
}

// Copies the sources that this machine has of the library, if it has some.
bool UseLocal(const std::string& path, const std::string& target, std::vector<std::string>& local) {
  const std::string directory = LocalDirectory(fs::path(path).filename().string());
  if (directory.empty()) return false;
  std::error_code error;
  if (!fs::exists(target + kIsLocal, error)) {
    fs::create_directories(target, error);
    fs::copy(directory, target, fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
    if (error || !WriteFile(target + kIsLocal, directory, "cannot write") || !LooksCheckedOut(target)) return false;
  }
  local.push_back(fmt::format("{} ({})", path, directory));
  return true;
}

}  // namespace

// Submodules are taken from the user's checkout, which has their objects: nothing is fetched.
Result<void> Repository::ExportSubmodules(const std::string& checkout, const std::string& tree, Version& version,
                                          std::vector<std::string>& local, const std::string& below, bool only_missing) const {
  const Repository here(checkout);
  RW_ASSIGN(const std::string entries, here.Git({"-c", "core.quotePath=off", "ls-tree", "-r", tree}));
  std::istringstream lines(entries);
  for (std::string line; std::getline(lines, line);) {
    const auto tab = line.find('\t');
    if (!line.starts_with("160000 ") || tab == std::string::npos) continue;
    const std::string path = line.substr(tab + 1), commit = line.substr(tab - 40, 40), inside = checkout + "/" + path;
    const std::string target = version.source + "/" + below + path;
    std::error_code error;
    if (!fs::exists(inside + "/.git", error)) {
      // Whether it is needed shows when the version is built: many people never check out those for benchmarks.
      if (!UseLocal(below + path, target, local)) version.missing_submodules.push_back(below + path);
      continue;
    }
    if (fs::exists(target + kIsLocal, error)) fs::remove_all(target, error);  // it was not checked out before
    if (only_missing && fs::exists(target, error) && !fs::is_empty(target, error)) continue;
    const Repository module(inside);
    if (!module.Git({"cat-file", "-e", commit + "^{commit}"}))
      return Fail(ErrorCategory::kUsage, "a submodule does not have the commit that the version needs", path + " " + commit, {},
                  "git -C " + path + " fetch");
    const std::string index = fmt::format("{}/.reweave/index-{}", top_, getpid());
    const Environment own = {{"GIT_INDEX_FILE", index}};
    Result<std::string> done = module.Git({"read-tree", commit}, own);
    if (done) done = module.Git({"checkout-index", "--all", "--force", "--prefix=" + target + "/"}, own);
    fs::remove(index, error);
    if (!done) return std::unexpected(done.error());
    RW_TRY(LooksCheckedOut(target));
    RW_TRY(ExportSubmodules(inside, commit, version, local, below + path + "/", only_missing));
  }
  return {};
}

}  // namespace reweave::inline check
