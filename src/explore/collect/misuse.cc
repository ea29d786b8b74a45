#include "explore/collect/misuse.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "trace/meaning.h"

namespace reweave::inline collect {

using abi::Event, abi::EventKind;

namespace {

constexpr auto kPassed = static_cast<std::uint8_t>(abi::TextStream::kPassed);

// Where each thread stood: before the point that it came to next.
void AddPendings(const Trace& run, std::size_t event, EventList& out) {
  std::vector<bool> told;
  const auto add = [&](const Event& next, EventKind kind) {
    if (told.size() <= next.tid) told.resize(next.tid + 1u);
    if (told[next.tid]) return;
    told[next.tid] = true;
    Event pending = next;
    pending.kind = EventKind::kPending;
    pending.value = static_cast<std::uint64_t>(kind);
    pending.value2 = 1;
    pending.flags = 0, pending.outcome = 0;
    out.push_back(pending);
  };
  for (std::size_t i = event + 1; i < run.events.size(); ++i) {
    const Event& later = run.events[i];
    if (IsPoint(later)) add(later, later.kind);
    else if (later.kind == EventKind::kPending) add(later, static_cast<EventKind>(later.value));
  }
}

}  // namespace

std::optional<std::size_t> FirstMisuse(const Trace& trace) {
  if (trace.sequential) return std::nullopt;
  for (RecordWalker walk(trace.events); walk.Next();)
    if (IsForeignUnlock(walk.event())) return walk.index();
  return std::nullopt;
}

std::string MisuseText(const Trace& trace, std::size_t event) {
  std::string text;
  for (std::size_t i = event + 1; i < trace.events.size(); ++i) {
    const Event& record = trace.events[i];
    if (record.kind == EventKind::kText && record.outcome == kPassed) AppendText(text, record);
    else if (record.kind != EventKind::kFrame) break;
  }
  return text;
}

Trace UpToMisuse(const Trace& run, std::size_t event) {
  Trace cut;
  cut.preamble = run.preamble;
  cut.events.assign(run.events.begin(), run.events.begin() + static_cast<std::ptrdiff_t>(event) + 1);
  Event& unlock = cut.events.back();
  unlock.outcome = abi::kGivenBack;
  Event end{};
  end.kind = EventKind::kRunEnd;
  end.tid = unlock.tid, end.ordinal = unlock.ordinal, end.site = unlock.site;
  end.outcome = static_cast<std::uint8_t>(abi::EndKind::kMisuse);
  end.value = static_cast<std::uint64_t>(abi::SyncError::kNotHeld), end.value2 = unlock.obj;
  end.obj = static_cast<std::uint64_t>(std::ranges::count_if(cut.events, IsPoint));
  AddPendings(run, event, cut.events);
  bool innermost = true;
  for (std::size_t i = event + 1; i < run.events.size(); ++i) {
    Event record = run.events[i];
    if (record.kind == EventKind::kFrame && record.outcome == 1) {
      if (std::exchange(innermost, false)) end.site = record.site;
      record.outcome = 0;
    } else if (record.kind == EventKind::kText && record.outcome == kPassed) {
      record.outcome = static_cast<std::uint8_t>(abi::TextStream::kMessage);
    } else {
      break;
    }
    cut.events.push_back(record);
  }
  cut.events.push_back(end);
  return cut;
}

Plan StopAtMisuse(Plan plan) {
  plan.flags &= static_cast<std::uint8_t>(~abi::kPlanPassMisuse);
  return plan;
}

void HandOver(const Trace& run, const Plan& plan, const Failed& failed) {
  if (const auto misuse = FirstMisuse(run)) failed(UpToMisuse(run, *misuse), StopAtMisuse(plan));
  if (run.failed()) failed(run, plan);
}

}  // namespace reweave::inline collect
