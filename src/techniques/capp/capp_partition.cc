#include "techniques/capp/capp_partition.h"

#include <algorithm>

namespace reweave::inline capp {

using abi::EventKind;

// The program's module is the one whose path is its own: the first that the runtime announces without being a library's.
void CappPartition::FindProgram(const Trace& trace) {
  if (known_ != nullptr && known_ == trace.preamble.get()) return;
  for (const Module& module : ModulesOf(trace)) {
    if (!module.is_program) continue;
    first_access_ = module.sites[static_cast<int>(abi::SiteClass::kAccess)].first;
    first_call_ = module.sites[static_cast<int>(abi::SiteClass::kCall)].first;
  }
  known_ = trace.preamble.get();
}

std::uint8_t CappPartition::BitsOf(std::uint32_t site, bool begin) const {
  const std::uint32_t number = site & ((1u << abi::kSiteClassShift) - 1);
  if (site == 0) return CappLabels::kLibrary;
  if (abi::ClassOfSite(site) == abi::SiteClass::kAccess) return labels_->access(number - first_access_);
  return begin ? labels_->begin(number - first_call_) : labels_->call(number - first_call_);
}

bool CappPartition::Matches(const abi::Event& event, EventKind kind) const {
  const bool begin = kind == EventKind::kBegin;
  std::uint8_t bits = BitsOf(event.site, begin);
  if ((bits & CappLabels::kLibrary) != 0 && event.caller != 0 && !begin) bits = BitsOf(event.caller, false);
  const bool marked = (event.flags & abi::kMarked) != 0 && !begin;  // a thread not yet started has one frame
  switch (heuristic_.match) {
    case MatchMode::kClass: return (bits & CappLabels::kAtClass) != 0;
    case MatchMode::kMethod: return (bits & CappLabels::kAtMethod) != 0;
    case MatchMode::kLine: return (bits & CappLabels::kAtLine) != 0;
    case MatchMode::kField: return (bits & CappLabels::kAtField) != 0 && !begin;
    case MatchMode::kClassOnStack: return marked || (bits & CappLabels::kOnStackClass) != 0;
    case MatchMode::kMethodOnStack: return marked || (bits & CappLabels::kOnStackMethod) != 0;
    case MatchMode::kLineOnStack: return marked || (bits & CappLabels::kOnStackLine) != 0;
    case MatchMode::kNone: break;
  }
  return false;
}

void CappPartition::SplitBy(PriorityMode mode, int current, const std::vector<bool>& hits, std::vector<Choice>& keep,
                            std::vector<Choice>& later) {
  const auto own = std::ranges::find_if(keep, [&](const Choice& c) { return static_cast<int>(c.tid) == current; });
  if (mode == PriorityMode::kBasic || own == keep.end()) return;  // no preemption is possible here
  const std::size_t of_current = static_cast<std::size_t>(own - keep.begin());
  const std::size_t number = static_cast<std::size_t>(std::ranges::count(hits, true));
  std::size_t stay = of_current;
  if (mode == PriorityMode::kAll) {
    if (number == keep.size()) return;
    if (hits[of_current]) stay = static_cast<std::size_t>(std::ranges::find(hits, false) - hits.begin());
  } else if (number > 0) {
    return;
  }
  const Choice kept = keep[stay];
  for (std::size_t i = 0; i < keep.size(); ++i)
    if (i != stay) later.push_back(keep[i]);
  keep.assign(1, kept);
}

void CappPartition::Split(const PointContext& context, std::vector<Choice>& keep, std::vector<Choice>& later) {
  if (labels_->empty() || heuristic_.priority == PriorityMode::kBasic) return;
  FindProgram(context.trace);
  hits_.clear();
  for (const Choice& choice : keep) {
    bool hit = false;
    if (choice.pending < context.run.size()) {
      const abi::Event& event = context.trace.events[context.run.event_index(choice.pending)];
      hit = Matches(event, event.kind);
    } else if (choice.pending != RunView::kNoStep) {
      const abi::Event& event = context.run.pending()[choice.pending - context.run.size()];
      hit = Matches(event, static_cast<EventKind>(event.value));
    }
    hits_.push_back(hit);
  }
  SplitBy(heuristic_.priority, context.current, hits_, keep, later);
}

}  // namespace reweave::inline capp
