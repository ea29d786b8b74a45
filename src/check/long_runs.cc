#include "check/long_runs.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/file.h"
#include "facts/shared_facts.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

// Seconds since the process was started; 0 if it is gone.
double AgeOf(const fs::path& process) {
  const auto stat = ReadFile((process / "stat").string(), ""), uptime = ReadFile("/proc/uptime", "");
  if (!stat || !uptime) return 0;
  // The name, in parentheses, may hold anything; the start is the 20th word after it.
  const auto end = stat->rfind(')');
  if (end == std::string::npos) return 0;
  std::istringstream words(stat->substr(end + 1));
  std::string word;
  for (int i = 0; i < 20; ++i) words >> word;
  const double start = std::strtod(word.c_str(), nullptr) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return std::max(0.0, std::strtod(uptime->c_str(), nullptr) - start);
}

bool IsBelow(const std::string& program, const std::string& directory) {
  return !directory.empty() && program.starts_with(directory) && program.size() > directory.size() &&
         program[directory.size()] == '/';
}

}  // namespace

std::chrono::seconds LookTime(std::size_t ended) { return std::chrono::seconds(ended < kLongPrograms ? 10 : 3); }

std::vector<std::string> EndLongRuns(const std::vector<std::string>& directories, std::chrono::seconds limit) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& process : fs::directory_iterator("/proc", error)) {
    const int pid = std::atoi(process.path().filename().c_str());
    if (pid <= 0) continue;
    std::error_code gone;
    const std::string program = fs::read_symlink(process.path() / "exe", gone).string();
    if (gone || std::ranges::none_of(directories, [&](const std::string& place) { return IsBelow(program, place); })) continue;
    if (AgeOf(process.path()) < static_cast<double>(limit.count()) || !SharedFacts(program)) continue;
    if (kill(pid, SIGKILL) == 0) out.push_back(program);
  }
  return out;
}

}  // namespace reweave::inline check
