#include "techniques/recontest/analysis.h"

#include <algorithm>
#include <set>

#include "techniques/recontest/deadline.h"

namespace reweave::recontest {

std::vector<std::string> Analysis::flags() const {
  std::vector<std::string> out;
  const auto add = [&out](bool raised, const char* name) {
    if (raised) out.emplace_back(name);
  };
  add(versions && versions->soft(), "soft");
  add(impact.coarsened, "coarsened");
  add(runs.layout_unsafe, "layout-unsafe");
  add(impact.nonmonotone > 0, "nonmonotone");
  add(runs.old_run.truncated || runs.new_run.truncated, "truncated");
  add(runs.new_run.unheld_unlocks + runs.old_run.unheld_unlocks > 0, "unlock-unheld");
  add(runs.new_run.orphan_receives + runs.old_run.orphan_receives > 0, "orphan-rcv");
  add(runs.new_run.in_handlers + runs.old_run.in_handlers > 0, "sig");
  add(runs.new_run.weak_atomics > 0, "sc-only");
  add(selection.cut_off, "cut-off");
  return out;
}

namespace {

std::unexpected<Error> OutOfTime() {
  return Fail(ErrorCategory::kTarget, "the two runs were not compared", {}, "the time for it was over");
}

// The traces say which modules and threads there were; the events come from the sources.
Result<std::unique_ptr<Analysis>> Analyse(EventSource& old_source, EventSource& new_source,
                                          std::shared_ptr<const Trace> old_trace, std::shared_ptr<const Trace> new_trace,
                                          const Options& options) {
  auto out = std::make_unique<Analysis>();
  out->options = options;
  out->old_trace = std::move(old_trace), out->new_trace = std::move(new_trace);
  RW_ASSIGN(out->versions, Versions::Load(ModulesOf(*out->old_trace), ModulesOf(*out->new_trace), options.moved_blocks));
  try {
    Collect({old_source, out->versions->old_view()}, {new_source, out->versions->new_view()}, options, out->runs);
    out->runs.old_run.truncated |= out->old_trace->truncated;
    out->runs.new_run.truncated |= out->new_trace->truncated;
    RW_ASSIGN(out->impact, FindImpact(out->runs, options));
  } catch (const Deadline::Over&) {
    return OutOfTime();
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<Analysis>> AnalyseImpact(std::shared_ptr<const Trace> old_trace, std::shared_ptr<const Trace> new_trace,
                                                const Options& options) {
  TraceSource old_source(*old_trace), new_source(*new_trace);
  return Analyse(old_source, new_source, old_trace, new_trace, options);
}

Result<std::unique_ptr<Analysis>> AnalyseImpact(TraceStream& old_run, TraceStream& new_run, const Options& options) {
  FileSource old_source(old_run), new_source(new_run);
  return Analyse(old_source, new_source, std::make_shared<const Trace>(old_run.outline().trace),
                 std::make_shared<const Trace>(new_run.outline().trace), options);
}

namespace {

// (held, taken while it is held), over all threads.
std::set<std::pair<std::uint32_t, std::uint32_t>> LockOrder(const History& run) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> out;
  for (const History::Thread& thread : run.threads)
    for (std::uint32_t s = 0; s < thread.states.size(); ++s) {
      const auto held = run.HeldIn(thread.states[s]);
      if (held.size() < 2 || held.back().since != s) continue;
      for (std::size_t i = 0; i + 1 < held.size(); ++i) out.insert({held[i].lock, held.back().lock});
    }
  return out;
}

}  // namespace

Result<void> AnalyseInterleavings(Analysis& analysis) {
  const auto before = LockOrder(analysis.runs.old_run), now = LockOrder(analysis.runs.new_run);
  analysis.new_lock_order = !std::ranges::includes(before, now);
  try {
    analysis.selection = FindCandidates(analysis.runs, analysis.impact, analysis.options, analysis.options.everything);
  } catch (const Deadline::Over&) {
    return OutOfTime();
  }
  analysis.ranked = Rank(analysis.selection, analysis.runs, analysis.impact, analysis.options);
  return {};
}

std::unordered_set<std::uint32_t> ImpactedSites(const Analysis& analysis) {
  std::unordered_set<std::uint32_t> sites;
  const std::size_t before = analysis.new_trace->preamble ? analysis.new_trace->preamble->events.size() : 0;
  for (std::size_t a = 0; a < analysis.runs.new_run.accesses.size(); ++a) {
    if (analysis.impact.partner[a] != kNoPartner && analysis.impact.reasons[a] == 0) continue;
    const std::size_t event = analysis.runs.new_run.accesses[a].event;
    if (event >= before) sites.insert(analysis.new_trace->events[event - before].site);
  }
  return sites;
}

}  // namespace reweave::recontest
