#include "explore/worker.h"

#include <algorithm>

namespace reweave::inline explore {

namespace {
constexpr std::size_t kMostEvents = 1u << 18;  // held before they are handed over
}

void Worker::SetTogether(std::size_t together) {
  together_ = together;
  target_->WaitForAll(together > 1);
}

void Worker::Take(Assignment assignment, std::uint32_t most) {
  Plan rest = assignment.plan;
  rest.seed += assignment.done;
  rest.runs = std::min(rest.runs - assignment.done, most);
  taken_.push_back(std::move(rest));
  plans_.push_back(std::move(assignment));
}

std::size_t Worker::room(std::size_t lookahead) const {
  if (together_ == 1) return lookahead - std::min(lookahead, plans_.size());
  return idle() ? std::min(share_, lookahead) : 0;
}

Result<void> Worker::Submit() {
  if (!taken_.empty()) share_ = std::min(share_ * 2, together_);  // small at first, while there is little to share
  for (const Plan& plan : taken_) RW_TRY(target_->Submit(plan));
  taken_.clear();
  return {};
}

void Worker::AnalyseNow(std::size_t i) {
  if (analyse_ && together_ == 1) analyser_.Analyse(answers_[i].trace, answers_[i].facts);
}

Result<Target::Status> Worker::Run() {
  RW_TRY(Submit());
  answered_ = 0;
  std::size_t events = 0;
  while (answered_ < together_ && events < kMostEvents && target_->runs_in_flight() > 0) {
    if (answers_.size() == answered_) answers_.emplace_back();
    Answer& answer = answers_[answered_];
    RW_ASSIGN(const Target::Status status, target_->NextRun(answer.trace));
    if (status != Target::Status::kRun) return answered_ > 0 ? Target::Status::kRun : status;
    if (analyse_ && together_ > 1) analyser_.Analyse(answer.trace, answer.facts);
    events += answer.trace.events.size();
    ++answered_;
  }
  return Target::Status::kRun;
}

void Worker::LearnShared(const std::vector<abi::SharedSlot>& all) {
  target_->AddShared({all.begin() + static_cast<std::ptrdiff_t>(learnt_), all.end()});
  learnt_ = all.size();
}

void Worker::LearnRacing(const std::vector<abi::SharedSlot>& all) {
  target_->AddRacing(std::span(all).subspan(learnt_racing_));
  learnt_racing_ = all.size();
}

}  // namespace reweave::inline explore
