// The other half of the closure solver: orders from clocks, deciding what is open, and reasons for contradictions.
#include <algorithm>
#include <set>

#include "techniques/pcr/closure.h"
#include "techniques/pcr/order.h"

namespace reweave::pcr {

using Kind = Literal::Kind;

namespace {

constexpr std::size_t kMostExplained = 20000;  // events of a problem whose contradiction is explained

}  // namespace

// --- Orders ------------------------------------------------------------------------------------------------------------

bool Closure::Search(Answer& answer) {
  const auto clock = [this](EventId e) -> const std::uint32_t* { return Clock(e); };
  for (const Preference preference : {Preference::kStay, Preference::kAsRecorded}) {
    if (!Arrange(*problem_, clock, preference, answer.order)) continue;
    answer.verdict = Verdict::kPossible;
    return true;
  }
  return Decide(answer);
}

bool Closure::Decide(Answer& answer) {
  if (++answer.decisions > kMostDecisions) return answer.verdict = Verdict::kUnknown, false;
  Alternative open;
  if (!FindAlternative(open)) return answer.verdict = Verdict::kUnknown, false;  // cannot be: every topological order would do
  const std::vector<std::uint32_t> clocks = clocks_, out = out_, in = in_;
  const std::size_t edges = edges_.size();
  for (int way = 0; way < 2; ++way) {
    const EventId from = way == 0 ? open.from1 : open.from2, to = way == 0 ? open.to1 : open.to2;
    answer.verdict = Verdict::kImpossible;
    if (Add(from, to, open.why) && Saturate() && Search(answer)) return true;
    if (answer.verdict == Verdict::kUnknown) return false;
    clocks_ = clocks, out_ = out, in_ = in;
    edges_.resize(edges);
    for (const EventId e : dirty_) is_dirty_[Local(e)] = 0;
    dirty_.clear();
    std::ranges::fill(is_dirty_, 0);
  }
  return false;
}

// An "either before or after" of which nothing is known yet; as in the run first.
bool Closure::FindAlternative(Alternative& out) {
  const auto offer = [&](EventId from1, EventId to1, EventId from2, EventId to2, const Literal& why) {
    if (Ordered(from1, to1) || Ordered(from2, to2)) return false;
    out = from1 < to1 ? Alternative{from1, to1, from2, to2, why} : Alternative{from2, to2, from1, to1, why};
    return true;
  };
  for (const EventId e : in_order_) {
    const Event& event = run_->events[e];
    for (const CellAccess& access : run_->AccessesOf(event)) {
      if (!problem_->IsKept(access)) continue;
      const EventId source = problem_->SourceOf(access);
      if (source == kNoEvent) continue;  // before all writes, anyway
      for (const Run::Writer& writer : run_->writers[access.cell]) {
        for (const std::uint32_t seq : writer.seqs) {
          if (seq > problem_->cut(writer.tid)) break;
          const EventId write = run_->At(writer.tid, seq);
          if (write == source || write == e) continue;
          if (offer(write, source, e, write, {Kind::kValue, source, e, write})) return true;
        }
      }
    }
    if (event.takes != kNone) {
      const Region& a = run_->regions[event.takes];
      if (problem_->IsOpen(a)) continue;
      for (const Run::LockRegions& users : run_->locks[a.lock]) {
        if (users.tid == a.tid) continue;
        for (const std::uint32_t number : users.regions) {
          const Region& b = run_->regions[number];
          if (!problem_->HasRegion(b)) break;
          if (problem_->IsOpen(b) || b.take == kNoEvent) continue;
          if (a.mode == LockMode::kShared && b.mode == LockMode::kShared) continue;
          if (offer(a.release, b.take, b.release, a.take,
                    {Kind::kLock, std::min(event.takes, number), std::max(event.takes, number)}))
            return true;
        }
      }
    }
    const Query& query = problem_->query();
    if (!event.writes || query.cells.empty() || query.steps.size() < 2 || problem_->IsStep(e)) continue;
    for (const CellAccess& access : run_->AccessesOf(event))
      if (access.writes && problem_->IsPatternCell(access.cell) &&
          offer(e, query.steps.front(), query.steps.back(), e, {Kind::kAlone, e}))
        return true;
  }
  for (const std::uint32_t g : gaps_) {
    const NotBetween& gap = run_->gaps[g];
    if (problem_->Has(gap.end) && offer(gap.signal, gap.begin, gap.end, gap.signal, {Kind::kGap, gap.signal, gap.begin, gap.end}))
      return true;
  }
  return false;
}

// --- Reasons -----------------------------------------------------------------------------------------------------------

// Literals of a way from `from` to `to` over edges older than `limit`, with what these follow from.
void Closure::Explain(EventId from, EventId to, std::uint32_t limit, std::vector<Literal>& core) {
  const Event& start = run_->events[from];
  if (start.tid == run_->events[to].tid && start.seq < run_->events[to].seq) {
    core.push_back({Kind::kProgram, from, to});
    return;
  }
  // Backwards from `to`, fewest steps first. came[e]: the edge by which its successor is reached, kNone = program order.
  struct Came {
    std::uint32_t edge;
    EventId next;
  };
  std::vector<std::pair<EventId, Came>> queue{{to, {kNone, kNoEvent}}};
  const std::uint32_t mark = ++visit_;
  std::size_t found = kNone;
  // Only what comes after `from` can be on the way.
  const auto after_start = [&](EventId e) {
    const Event& event = run_->events[e];
    return event.tid == start.tid ? event.seq >= start.seq : Clock(e)[start.tid] >= start.seq;
  };
  for (std::size_t i = 0; i < queue.size() && found == kNone; ++i) {
    const EventId e = queue[i].first;
    const auto visit = [&](EventId before, std::uint32_t edge) {
      if (found != kNone || (visited_[Local(before)] == mark && before != from) || !after_start(before)) return;
      visited_[Local(before)] = mark;
      queue.push_back({before, {edge, static_cast<EventId>(i)}});
      if (run_->events[before].tid == start.tid && run_->events[before].seq >= start.seq) found = queue.size() - 1;
    };
    for (std::uint32_t edge = in_[Local(e)]; edge != kNone; edge = edges_[edge].next_in)
      if (edge < limit) visit(edges_[edge].from, edge);
    if (run_->events[e].seq > 1) visit(run_->At(run_->events[e].tid, run_->events[e].seq - 1), kNone);
  }
  if (found == kNone) return;  // cannot be
  std::vector<std::uint32_t> used;
  EventId chain = from;  // where a stretch of program order began
  for (std::size_t i = found; i != 0;) {
    const Came came = queue[i].second;
    const EventId e = queue[i].first;
    if (came.edge != kNone) {
      if (chain != e) core.push_back({Kind::kProgram, chain, e});
      if (const Edge& edge = edges_[came.edge]; edge.why.kind != Kind::kProgram) core.push_back(edge.why);
      used.push_back(came.edge);
      chain = edges_[came.edge].to;
    }
    i = came.next;
  }
  if (chain != to) core.push_back({Kind::kProgram, chain, to});
  for (const std::uint32_t number : used) {
    if (explained_[number]) continue;
    explained_[number] = 1;
    const Edge edge = edges_[number];
    if (edge.premise_from != kNoEvent) Explain(edge.premise_from, edge.premise_to, number, core);
    // A write that must not come between was between because the read comes after its source.
    if (edge.why.kind == Kind::kValue && edge.why.a != kNoEvent) core.push_back({Kind::kSource, edge.why.a, edge.why.b});
  }
}

std::vector<Literal> Closure::Core() {
  std::vector<Literal> core;
  if (contradiction_ == kNoEvent || problem_->size() > kMostExplained) return core;
  explained_.assign(edges_.size(), 0);
  visited_.assign(problem_->size(), 0), visit_ = 0;
  Explain(contradiction_, contradiction_, kNone, core);
  std::ranges::sort(core);
  core.erase(std::ranges::unique(core).begin(), core.end());
  return core;
}

bool IsExact(const Problem& problem, const std::vector<Literal>& core) {
  const Run* run = &problem.run();
  for (const Literal& literal : core) {
    if (literal.fixed) return false;
    if (literal.kind != Kind::kValue && literal.kind != Kind::kSource) continue;
    const EventId read = literal.b;
    if (problem.IsStep(read) && !problem.query().forced.empty()) continue;  // this source was asked for
    for (const CellAccess& a : run->AccessesOf(read)) {
      if (!a.reads || !problem.IsKept(a)) continue;
      if (!a.read_known) return false;
      std::uint64_t value = 0;
      if (a.source != kNoEvent && run->WrittenValue(kNoEvent, a.cell, &value) && value == a.read) return false;
      for (const std::uint32_t number : run->cells[a.cell].accesses) {
        const CellAccess& write = run->accesses[number];
        if (write.writes && write.event != a.source && write.event != read && (!write.write_known || write.written == a.read) &&
            !run->Before(read, write.event))
          return false;
      }
    }
  }
  return true;
}

}  // namespace reweave::pcr
