// Explorer's part that saves a search and goes on with it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "explore/explorer_search.h"
#include "explore/search/saved_state.h"

namespace reweave::inline explore {

namespace fs = std::filesystem;

SearchIdentity Explorer::Identity() const {
  const Program& program = target_options_.program;
  const StrategyOptions& strategy = options_.strategy_options;
  std::string command;
  for (const std::string& word : program.command) command += (command.empty() ? "" : " ") + word;
  const auto number = [](auto value) { return std::to_string(static_cast<std::uint64_t>(value)); };
  return {{"version of reweave", REWEAVE_VERSION},
          {"build of the program", program.build_key},
          {"command", command},
          {"standard input", target_options_.stdin_path},
          {"strategy", options_.strategy},
          {"seed", number(strategy.seed)},
          {"bound", strategy.bound ? number(*strategy.bound) : "default"},
          {"order", number(strategy.order)},
          {"state key", number(strategy.state_key)},
          {"depth", number(strategy.pct_depth)},
          {"granularity", number(strategy.base.granularity)},
          {"record classes", number(strategy.base.record)},
          {"plan flags", number(strategy.base.flags)},
          {"step limit", number(strategy.base.max_steps)},
          {"detection", number(options_.detect)}};
}

Result<void> Explorer::Load() {
  if (StateWriter probe; !strategy_->Save(probe))
    return Fail(ErrorCategory::kUsage, "--resume cannot be used with strategy", options_.strategy, "its state cannot be saved");
  std::error_code error;
  if (!fs::exists(options_.resume, error)) return {};
  RW_ASSIGN(const SavedSearch saved, ReadResumeFile(options_.resume, Identity()));
  StateReader in(saved.state);
  if (!LoadState(in)) return Fail(ErrorCategory::kUsage, "cannot resume from", options_.resume, "its state is damaged");
  for (const std::string& bytes : saved.findings) AddSavedFinding(bytes);
  findings_.ExpectAgain();
  Say(fmt::format("going on after {} schedules, {} findings", counts_.schedules,
                  findings_.size() + (detection_ ? detection_->found() : 0)));
  return {};
}

bool Explorer::LoadState(StateReader& in) {
  detect::PatternCoverage coverage;
  Visit(in, *this);
  detect::Caveats caveats;
  in(open_, resumed_.spent, resumed_.isolation, resumed_.pool, coverage, caveats);
  if (detection_) detection_->Load(in), detection_->AddCoverage(coverage), detection_->AddCaveats(caveats);
  if (!strategy_->Load(in) || !in.ok() || !in.at_end()) return false;
  shared_.Reindex();
  racing_.Reindex();
  resumed_.is = true;
  return true;
}

// Made after the state was saved: the search will come to it again.
void Explorer::AddSavedFinding(const std::string& bytes) {
  StateReader in(bytes);
  Finding finding;
  in(finding);
  if (!in.ok()) return;
  finding.occurrences = 0;
  if (finding.kind == FindingKind::kRace && detection_) detection_->AddKnownRace(std::move(finding));
  else findings_.AddSaved(std::move(finding));
}

Result<void> Explorer::Save() {
  if (options_.resume.empty()) return {};
  const auto begin = steady_clock::now();
  StateWriter out;
  SaveState(out);
  RW_TRY(WriteResumeFile(options_.resume, Identity(), out.bytes()));
  findings_.TakeNews();
  if (detection_) detection_->TakeNews();
  next_save_ = steady_clock::now() + std::max<std::chrono::nanoseconds>(options_.save_every, 20 * (steady_clock::now() - begin));
  return {};
}

void Explorer::SaveState(StateWriter& out) const {
  std::deque<Assignment> open = open_;
  detect::PatternCoverage coverage;
  if (detection_) coverage = detection_->coverage();
  for (const auto& worker : workers_) {
    open.insert(open.end(), worker->plans().begin(), worker->plans().end());
    coverage.Merge(worker->analyser().patterns());
  }
  const TargetOptions settled = SettledOptions();
  Visit(out, *this);
  out(open, resumed_.spent + std::chrono::duration<double>(last_end_ - start_).count(), settled.isolation, settled.pool_threads,
      coverage, AllCaveats());
  if (detection_) detection_->Save(out);
  strategy_->Save(out);
}

std::vector<Finding> Explorer::TakeNews() {
  std::vector<Finding> news = findings_.TakeNews();
  if (detection_)
    for (Finding& race : detection_->TakeNews()) news.push_back(std::move(race));
  return news;
}

// A finding is in the file as soon as it is made; the rest now and then.
Result<void> Explorer::SaveNews() {
  if (part_.keeper != nullptr)
    for (const Finding& finding : TakeNews()) RW_TRY(part_.keeper->Found(finding));
  if (options_.resume.empty()) return {};
  if (last_end_ >= next_save_) return Save();
  for (const Finding& finding : TakeNews()) {
    StateWriter out;
    out(finding);
    RW_TRY(AppendFinding(options_.resume, out.bytes()));
  }
  return {};
}

}  // namespace reweave::inline explore
