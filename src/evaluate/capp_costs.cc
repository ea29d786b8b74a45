#include "evaluate/capp_costs.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "base/command.h"

namespace reweave::inline evaluate {

std::string ThisTool() {
  std::error_code error;
  const std::filesystem::path self = OwnProgram();
  const auto size = std::filesystem::file_size(self, error);
  const auto time = std::filesystem::last_write_time(self, error).time_since_epoch().count();
  return fmt::format("tool {} {}", size, time);
}

Result<CostLog> CostLog::Open(const std::string& path, const std::string& tool) {
  CostLog log;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  bool ours = false;
  if (std::ifstream in(path); in) {
    std::string line;
    ours = std::getline(in, line) && line == tool;
    // A line that was cut off has no end mark.
    while (ours && std::getline(in, line)) {
      const std::size_t tab = line.rfind('\t');
      if (tab == std::string::npos) continue;
      std::istringstream rest(line.substr(tab + 1));
      Cost cost;
      std::string end;
      if (rest >> cost.value >> cost.censored >> cost.seconds >> end && end == ".") log.known_[line.substr(0, tab)] = cost;
    }
  }
  log.out_.open(path, ours ? std::ios::app : std::ios::trunc);
  if (!ours) log.out_ << tool << "\n";
  log.out_ << std::flush;
  if (!log.out_) return Fail(ErrorCategory::kUsage, "cannot write", path, "what was measured is kept there");
  return log;
}

std::string CostLog::Line(const CostKey& key, const std::string& about) {
  return fmt::format("{} {} {} {} {}", key.subject, key.stateful ? "stateful" : "stateless", key.heuristic, key.seed, about);
}

const Cost* CostLog::Find(const CostKey& key, const std::string& about) const {
  const auto found = known_.find(Line(key, about));
  return found == known_.end() ? nullptr : &found->second;
}

void CostLog::Add(const CostKey& key, const std::string& about, const Cost& cost) {
  out_ << fmt::format("\n{}\t{} {} {} .", Line(key, about), cost.value, cost.censored ? 1 : 0, cost.seconds) << std::flush;
}

}  // namespace reweave::inline evaluate
