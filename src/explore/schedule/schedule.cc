#include "explore/schedule/schedule.h"

#include <algorithm>

#include "trace/kinds.h"

namespace reweave::inline schedule {

using abi::EventKind;

namespace {

// Fills `until` of a segment: the operation its thread does next after the switch, or was about to do at the end of the run.
void SetUntil(abi::Segment& segment, const abi::Event* next, const Summary& summary) {
  if (next != nullptr) {
    segment.until = next->ordinal;
    if (KindIsKnownBefore(next->kind)) segment.kind = next->kind, segment.site = next->site;
    return;
  }
  const ThreadSummary* thread = segment.tid < summary.threads.size() ? &summary.threads[segment.tid] : nullptr;
  const bool waits = thread != nullptr && !thread->ended && thread->pending;
  segment.until = !waits ? abi::kUntilEnd : thread->pending->ordinal != 0 ? thread->pending->ordinal : thread->last_ordinal + 1;
}

// The run ended in something that a thread did: that one was running, whatever it was last seen to wait for.
bool EndedByStep(abi::EndKind end) {
  using enum abi::EndKind;
  return end == kPass || end == kExit || end == kAssert || end == kAbort || end == kException || end == kSignal || end == kHeap ||
         end == kMisuse;
}

// The last segment: a blocked thread stops at what it waits for (then nobody can run: the deadlock), any other runs on until
// the run ends under it. A livelock is left to the tail policy, which is where the runtime notices one: in a prefix spinning
// threads run because the plan says so. So is what was cut off after a window, or where the run could not follow its plan: the
// thread was on its way.
void SetLastUntil(abi::Segment& segment, const Trace& trace, const Summary& summary) {
  const ThreadSummary& thread = summary.threads[segment.tid];
  const bool running = EndedByStep(trace.end_kind()) && trace.end().tid == segment.tid;
  const bool blocked = !running && !thread.ended && thread.pending && !thread.pending->enabled;
  const bool after_window = trace.end_kind() == abi::EndKind::kPass && trace.end().value2 == 1;
  const bool cut_off = after_window || trace.end_kind() == abi::EndKind::kDiverged;
  segment.until = trace.end_kind() == abi::EndKind::kLivelock || cut_off ? abi::kUntilTail
                  : blocked                                              ? thread.pending->ordinal
                                                                         : abi::kUntilEnd;
}

}  // namespace

Plan PlanFromTrace(const Trace& trace, const Plan& ran) {
  Plan plan = ran;
  plan.segments.clear();
  plan.outcomes.clear();
  plan.holds.clear();
  plan.tail = abi::TailPolicy::kStay;
  plan.runs = 1;
  plan.seed = trace.seed();
  plan.start = plan.save_as = 0;
  plan.flags &= abi::kPlanModel;

  std::vector<const abi::Event*> points;
  for (PointWalker walk(trace); walk.Next();) {
    points.push_back(&walk.event());
    if (walk.outcomes() != 0 || walk.event().outcome != 0)
      plan.outcomes.push_back(
          {.tid = walk.event().tid, .outcome = walk.event().outcome, .reserved = 0, .ordinal = walk.event().ordinal});
  }
  const Summary summary = Summarize(trace);
  std::vector<const abi::Event*> next(summary.threads.size(), nullptr);  // next point of each thread, walking backwards
  std::vector<abi::Segment> reversed;
  for (std::size_t i = points.size(); i-- > 0;) {
    const abi::Event& event = *points[i];
    const bool last = i + 1 == points.size();
    if (last || points[i + 1]->tid != event.tid) {
      abi::Segment segment{.tid = event.tid, .kind = EventKind::kNone, .reserved = 0, .until = 0, .site = 0, .reserved2 = 0};
      if (last) SetLastUntil(segment, trace, summary);
      else SetUntil(segment, next[event.tid], summary);
      reversed.push_back(segment);
    }
    next[event.tid] = &event;
  }
  plan.segments.assign(reversed.rbegin(), reversed.rend());
  return plan;
}

Plan PlanUpTo(const Trace& trace, const Plan& ran, std::uint16_t tid, std::uint32_t ordinal) {
  Plan plan = PlanFromTrace(trace, ran);
  std::size_t segments = 0;
  std::uint32_t running = ~0u;
  for (PointWalker walk(trace); walk.Next();) {
    if (walk.event().tid != running) ++segments, running = walk.event().tid;
    if (walk.event().tid == tid && walk.event().ordinal >= ordinal) break;
  }
  if (segments >= plan.segments.size()) return plan;
  plan.segments.resize(segments);
  plan.segments.back().until = abi::kUntilTail;
  return plan;
}

std::vector<ScheduleStep> StepsOf(const Trace& trace) {
  std::vector<ScheduleStep> steps;
  for (const abi::Event& event : trace.events)
    if (IsCounted(event.kind)) steps.push_back({event.tid, event.kind, event.ordinal, event.site});
  return steps;
}

Schedule ScheduleFromTrace(const Trace& trace, const Plan& ran, const SiteNames& names) {
  Schedule schedule;
  schedule.steps = StepsOf(trace);
  schedule.by_seed = schedule.steps.empty() || trace.truncated;
  if (schedule.by_seed) {
    schedule.plan = ran;
    schedule.plan.runs = 1;
    schedule.plan.seed = trace.seed();
    schedule.steps.clear();
  } else {
    schedule.plan = PlanFromTrace(trace, ran);
  }
  const Summary summary = Summarize(trace);
  for (const ThreadSummary& thread : summary.threads) schedule.thread_paths.push_back(thread.path);
  for (const ScheduleStep& step : schedule.steps)
    if (step.site != 0 && !schedule.sites.contains(step.site)) schedule.sites[step.site] = names.Lookup(step.site).identity;
  schedule.end = trace.end_kind();
  schedule.message = summary.message;
  schedule.end_tid = trace.end().tid;
  return schedule;
}

}  // namespace reweave::inline schedule
