#include "base/command.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <mutex>
#include <set>

#include "base/file.h"
#include "base/own_children.h"

namespace reweave {

std::string FindInPath(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
  for (;;) {
    const auto colon = rest.find(':');
    const std::string candidate = std::string(rest.substr(0, colon)) + "/" + name;
    struct stat info{};
    if (stat(candidate.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(candidate.c_str(), X_OK) == 0) return candidate;
    if (colon == std::string_view::npos) return {};
    rest.remove_prefix(colon + 1);
  }
}

std::vector<char*> ArgumentPointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

std::string ShellQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

namespace {

struct Children {
  std::mutex mutex;
  std::set<int> pids;
};
Children& Own() {
  static Children children;
  return children;
}

}  // namespace

OwnChildren::Hold::Hold() { Own().mutex.lock(); }
OwnChildren::Hold::~Hold() { Own().mutex.unlock(); }
void OwnChildren::Add(int pid) { Own().pids.insert(pid); }
void OwnChildren::Remove(int pid) {
  const Hold hold;
  Own().pids.erase(pid);
}

void KillChildrenOf(const std::string& task) {
  const OwnChildren::Hold hold;
  const auto children = ReadFile(task + "/children", "");
  if (!children) return;
  const char* at = children->c_str();
  for (char* end = nullptr;; at = end) {
    const long pid = std::strtol(at, &end, 10);
    if (end == at) return;
    if (Own().pids.contains(static_cast<int>(pid))) continue;
    kill(static_cast<pid_t>(pid), SIGKILL);
    waitpid(static_cast<pid_t>(pid), nullptr, 0);
  }
}

}  // namespace reweave
