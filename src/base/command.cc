#include "base/command.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <cstring>
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

std::string OwnProgram() {
  std::string out(256, '\0');
  for (;;) {
    const ssize_t size = readlink("/proc/self/exe", out.data(), out.size());
    if (size < 0) return {};
    if (static_cast<std::size_t>(size) < out.size()) return out.substr(0, static_cast<std::size_t>(size));
    out.resize(out.size() * 2);
  }
}

std::vector<char*> ArgumentPointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

std::string ShellQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string ShellWord(std::string_view text) {
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) || (c != 0 && std::strchr("/._-+=:@%,", c)); };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  const auto is_control = [](unsigned char c) { return c < 32 || c == 127; };
  if (std::ranges::none_of(text, is_control)) return ShellQuoted(text);
  std::string out = "$'";
  for (const unsigned char c : text) {
    if (is_control(c)) out += "\\x", out += "0123456789abcdef"[c >> 4], out += "0123456789abcdef"[c & 15];
    else if (c == '\'' || c == '\\') out += '\\', out += static_cast<char>(c);
    else out += static_cast<char>(c);
  }
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

bool KillChildrenOf(const std::string& task) {
  const OwnChildren::Hold hold;
  const auto children = ReadFile(task + "/children", "");
  if (!children) return false;
  const char* at = children->c_str();
  bool any = false;
  for (char* end = nullptr;; at = end) {
    const long pid = std::strtol(at, &end, 10);
    if (end == at) return any;
    if (Own().pids.contains(static_cast<int>(pid))) continue;
    kill(static_cast<pid_t>(pid), SIGKILL);
    waitpid(static_cast<pid_t>(pid), nullptr, 0);
    any = true;
  }
}

}  // namespace reweave
