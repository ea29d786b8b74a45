#include "check/windows.h"

#include <algorithm>

#include "abi/extras.h"

namespace reweave::inline check {

namespace {

constexpr std::size_t kMostWindows = 8;

// The order in which places are taken: the first, the last, then always the one in the middle of the widest gap.
std::vector<std::size_t> SpreadOrder(std::size_t count) {
  std::vector<std::size_t> out;
  const auto take = [&](std::size_t i) {
    if (std::ranges::find(out, i) == out.end()) out.push_back(i);
  };
  if (count > 0) take(0), take(count - 1);
  for (std::size_t parts = 2; parts <= 2 * kMostWindows && out.size() < count; parts *= 2)
    for (std::size_t i = 1; i < parts; i += 2) take(i * (count - 1) / parts);
  return out;
}

// By what it did: a run that has no rewind point, as one that is only measured, counts as sequential whatever it did.
bool CreatesThreads(const Trace& trace) {
  const auto creates = [](const std::vector<abi::Event>& events) {
    return std::ranges::find(events, abi::EventKind::kThreadInfo, &abi::Event::kind) != events.end();  // of each that is created
  };
  return trace.truncated || creates(trace.events) || (trace.preamble && creates(trace.preamble->events));
}

}  // namespace

std::string CallsInto(const Facts& facts, const std::set<std::string>& ids) {
  std::string marks(facts.guard_count(abi::SiteClass::kCall), '\0');
  std::set<std::string_view> entered;
  const auto mark = [&](auto wanted) {
    for (std::uint32_t i = 0; i < marks.size(); ++i)
      if (const SiteInfo* site = facts.Find(abi::SiteClass::kCall, i); site && site->call && wanted(*site))
        marks[i] = static_cast<char>(abi::kMarkGathers);
  };
  mark([&](const SiteInfo& site) {
    if (site.call->kind != facts::CalleeKind::kDirect || !ids.contains(site.call->callee)) return false;
    entered.insert(site.call->callee);
    return true;
  });
  mark([&](const SiteInfo& site) { return ids.contains(site.function->id) && !entered.contains(site.function->id); });
  return marks;
}

Result<RunShape> MeasureRun(TargetOptions options, std::string marks, std::chrono::steady_clock::time_point end) {
  options.isolation = abi::Isolation::kExec;  // one run: nothing to rewind for
  options.fallback = false;
  options.call_marks = std::move(marks);
  options.preamble_record = abi::kRecordSync;  // nothing at all would put the hooks of calls to sleep
  options.keep_events = 1u << 16;
  options.gather = abi::kNeverGathers;
  RW_ASSIGN(const auto target, Target::Create(options));
  target->set_deadline(end);
  RW_TRY(target->Submit(Plan{}));
  Trace trace;
  RW_ASSIGN(const Target::Status status, target->NextRun(trace));
  RunShape shape;
  shape.at_change = target->MarkSteps();
  shape.gatherings = target->Gatherings();
  shape.ended = status == Target::Status::kRun && trace.end_kind() != abi::EndKind::kTimeout;
  shape.passed = shape.ended && trace.end_kind() == abi::EndKind::kPass;
  // Handlers of alarms and of ended children may run at other steps, also beside one thread only.
  const bool signals = (target->seen() & (abi::kSeenAlarmSet | abi::kSeenChildSignal)) != 0;
  shape.several_threads = !shape.ended || signals || CreatesThreads(trace);
  // A run that was cut off got at least as far as the last place that it noted.
  shape.steps = status == Target::Status::kRun ? trace.points() : shape.at_change.empty() ? kLongRun + 1 : shape.at_change.back();
  return shape;
}

std::vector<Window> ChooseWindows(const RunShape& shape) {
  std::vector<Window> out;
  if (shape.ended && shape.steps <= kLongRun) return out;
  if (shape.gatherings > 0) {
    for (const std::size_t i : SpreadOrder(shape.gatherings)) {
      out.push_back({.gather = static_cast<std::uint32_t>(i + 1)});
      if (out.size() == kMostWindows) break;
    }
    return out;
  }
  std::vector<std::uint64_t> places = shape.at_change;
  if (places.empty())
    for (std::size_t i = 0; i < kMostWindows; ++i) places.push_back(shape.steps * i / kMostWindows);
  for (const std::size_t i : SpreadOrder(places.size())) {
    // 0 would be the first thread's creation, which is where a run starts anyway.
    const std::uint64_t start = places[i] > kWindowLead ? places[i] - kWindowLead : 1;
    const bool apart = std::ranges::all_of(out, [&](const Window& other) {
      return (start > other.start_at ? start - other.start_at : other.start_at - start) >= kWindowPoints / 2;
    });
    if (apart) out.push_back({.start_at = start});
    if (out.size() == kMostWindows) break;
  }
  return out;
}

void ApplyWindow(const Window& window, const std::string& marks, TargetOptions& options) {
  options.window = kWindowPoints;
  options.start_at = window.start_at;
  options.gather = window.gather;
  if (window.gather == 0) return;
  options.call_marks.resize(std::max(options.call_marks.size(), marks.size()));
  for (std::size_t i = 0; i < marks.size(); ++i) options.call_marks[i] = static_cast<char>(options.call_marks[i] | marks[i]);
}

}  // namespace reweave::inline check
