#include "techniques/recontest/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "findings/site_names.h"

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

// The traces say which modules and threads there were; the events come from the sources.
Result<std::unique_ptr<Analysis>> Analyse(EventSource& old_source, EventSource& new_source,
                                          std::shared_ptr<const Trace> old_trace, std::shared_ptr<const Trace> new_trace,
                                          const Options& options) {
  auto out = std::make_unique<Analysis>();
  out->options = options;
  out->old_trace = std::move(old_trace), out->new_trace = std::move(new_trace);
  RW_ASSIGN(out->versions, Versions::Load(ModulesOf(*out->old_trace), ModulesOf(*out->new_trace), options.moved_blocks));
  Collect({old_source, out->versions->old_view()}, {new_source, out->versions->new_view()}, options, out->runs);
  out->runs.old_run.truncated |= out->old_trace->truncated;
  out->runs.new_run.truncated |= out->new_trace->truncated;
  RW_ASSIGN(out->impact, FindImpact(out->runs, options));
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

void AnalyseInterleavings(Analysis& analysis) {
  const auto before = LockOrder(analysis.runs.old_run), now = LockOrder(analysis.runs.new_run);
  analysis.new_lock_order = !std::ranges::includes(before, now);
  analysis.selection = FindCandidates(analysis.runs, analysis.impact, analysis.options, analysis.options.everything);
  analysis.ranked = Rank(analysis.selection, analysis.runs, analysis.impact, analysis.options);
}

// --- For people ----------------------------------------------------------------------------------------------------------

namespace {

class Describer {
 public:
  explicit Describer(const Analysis& analysis) : a_(analysis) {
    old_names_.Use(*a_.old_trace), new_names_.Use(*a_.new_trace);
    for (const ThreadSummary& thread : Summarize(*a_.new_trace).threads) paths_.push_back(thread.path);
  }

  AccessReport Report(std::uint32_t y) const {
    const Access& access = a_.runs.new_run.accesses[y];
    abi::Event at{};
    at.site = access.site, at.caller = access.caller;
    const SitePosition& position = new_names_.PositionOf(at);
    AccessReport out;
    out.thread = access.thread < paths_.size() ? paths_[access.thread] : std::to_string(access.thread);
    out.file = position.file, out.line = position.line, out.function = position.function;
    const std::string& variable = new_names_.Lookup(access.site).variable;
    out.access = fmt::format("{}{} {}", access.flags & kAtomicAccess ? "atomic " : "", access.writes() ? "write" : "read",
                             variable.empty() ? "memory" : variable);
    const std::uint8_t reasons = a_.impact.reasons[y];
    out.verdict = reasons == 0 ? "unaffected" : reasons & (kNewStatement | kNewInstance) ? "new" : "context";
    out.why = Why(y, reasons);
    out.in_handler = (access.flags & kInHandler) != 0;
    return out;
  }

 private:
  std::string Why(std::uint32_t y, std::uint8_t reasons) const {
    if (reasons == 0) return {};
    if (reasons & (kNewStatement | kNewInstance)) return ReasonText(reasons);
    const Access& now = a_.runs.new_run.accesses[y];
    const Access& then = a_.runs.old_run.accesses[a_.impact.partner[y]];
    std::string out;
    const auto add = [&out](const std::string& text) { out += (out.empty() ? "" : "; ") + text; };
    if (reasons & kLocks)
      add(fmt::format("locks: were {}, are {}", Locks(a_.runs.old_run.StateOf(then).set),
                      Locks(a_.runs.new_run.StateOf(now).set)));
    if (reasons & kOrder) {
      const std::uint32_t sent = a_.runs.new_run.EpochOf(now).sequence, was_sent = a_.runs.old_run.EpochOf(then).sequence;
      if (sent != was_sent) add(fmt::format("messages before it: were {}, are {}", Messages(was_sent), Messages(sent)));
      else add("order: another access of another thread is the last one that happens before it");
    }
    if (reasons & kReleases)
      add(fmt::format(
          "releases: {} is given back between it and an earlier access, which shared its critical section, or no longer",
          Locks(a_.runs.new_run.StateOf(now).set)));
    if (reasons & kLocation) add("location: it reaches another object");
    return out;
  }

  std::string Place(std::uint32_t call, bool in_new) const {
    const SitePosition& position = (in_new ? new_names_ : old_names_).Lookup(call);
    // A library type's own name says nothing about which object it is.
    if (position.variable.starts_with("std::") && !position.file.empty())
      return position.variable + " used at " + PlaceText(position);
    if (!position.variable.empty()) return position.variable;
    return position.file.empty() ? "?" : PlaceText(position);
  }
  std::string Locks(std::uint32_t set) const {
    std::string out;
    for (const detect::HeldLock& held : a_.runs.names.lock_sets.locks(set)) {
      const LockName& name = a_.runs.names.lock_names[held.lock];
      out += (out.empty() ? "" : ", ") + Place(name.call, name.in_new);
      if (held.mode == LockMode::kShared) out += " (shared)";
    }
    return "{" + out + "}";
  }
  std::string Messages(std::uint32_t sequence) const {
    static constexpr const char* kText[] = {"?",       "notify", "notify all", "wait", "start",     "join", "post",
                                            "acquire", "arrive", "leave",      "once", "once seen", "set",  "get"};
    std::string out;
    for (int n = 0; sequence != 0 && n < 4; ++n) {
      const SequenceEntry& entry = a_.runs.names.sequences[sequence];
      const bool thread = entry.message == Message::kStart || entry.message == Message::kJoin;
      out = fmt::format("{}{}{}{}", kText[static_cast<int>(entry.message)], thread ? "" : " " + Place(entry.call, entry.in_new),
                        out.empty() ? "" : ", ", out);
      sequence = entry.before;
    }
    return (sequence != 0 ? "[..., " : "[") + out + "]";
  }

  const Analysis& a_;
  SiteNames old_names_, new_names_;
  std::vector<std::string> paths_;
};

}  // namespace

std::vector<AccessReport> ReportAccesses(const Analysis& analysis) {
  const Describer describe(analysis);
  std::vector<AccessReport> out;
  for (std::uint32_t y = 0; y < analysis.runs.new_run.accesses.size(); ++y) out.push_back(describe.Report(y));
  return out;
}

AccessReport ReportAccess(const Analysis& analysis, std::uint32_t access) { return Describer(analysis).Report(access); }

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
