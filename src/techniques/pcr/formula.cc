#include "techniques/pcr/formula.h"

#include <algorithm>

namespace reweave::pcr {

using Kind = Literal::Kind;

namespace {

class Writer {
 public:
  explicit Writer(const Problem& problem) : problem_(problem), run_(problem.run()) { problem.InOrder(formula_.events); }

  Formula Write() {
    for (const EventId e : formula_.events) {
      const Event& event = run_.events[e];
      if (event.seq > 1) Unit(run_.At(event.tid, event.seq - 1), e, {Kind::kProgram, run_.At(event.tid, event.seq - 1), e});
      for (const Must& must : run_.MustsOf(e)) {
        if (!problem_.Has(must.from) || (must.if_kept && !problem_.IsKept(must.required ? e : must.from))) continue;
        Unit(must.from, e, {Kind::kMust, must.from, e, kNoEvent, must.fixed});
      }
      for (const CellAccess& a : run_.AccessesOf(event)) Access(a);
    }
    Locks();
    Pattern();
    for (const NotBetween& gap : run_.gaps) {
      if (!problem_.Has(gap.signal) || !problem_.Has(gap.begin)) continue;
      Clause clause{{{{gap.signal, gap.begin}}}, {Kind::kGap, gap.signal, gap.begin, gap.end}};
      if (problem_.Has(gap.end)) clause.any.push_back({{gap.end, gap.signal}});
      formula_.clauses.push_back(clause);
    }
    return std::move(formula_);
  }

 private:
  void Unit(EventId a, EventId b, const Literal& why) { formula_.clauses.push_back({{{{a, b}}}, why}); }

  void Access(const CellAccess& a) {
    if (!problem_.IsKept(a)) return;
    const EventId source = problem_.SourceOf(a);
    if (source != kNoEvent) Unit(source, a.event, {Kind::kSource, source, a.event});
    for (const std::uint32_t number : run_.cells[a.cell].accesses) {
      const CellAccess& write = run_.accesses[number];
      if (!write.writes || write.event == source || write.event == a.event || !problem_.Has(write.event)) continue;
      Clause clause{{{{a.event, write.event}}}, {Kind::kValue, source, a.event, write.event}};
      if (source != kNoEvent) clause.any.push_back({{write.event, source}});
      formula_.clauses.push_back(std::move(clause));
    }
  }

  void Locks() {
    for (std::uint32_t i = 0; i < run_.regions.size(); ++i) {
      for (std::uint32_t j = i + 1; j < run_.regions.size(); ++j) {
        const Region &a = run_.regions[i], &b = run_.regions[j];
        if (a.lock != b.lock || a.tid == b.tid || !problem_.HasRegion(a) || !problem_.HasRegion(b)) continue;
        if (a.mode == LockMode::kShared && b.mode == LockMode::kShared) continue;
        Clause clause{{}, {Kind::kLock, i, j}};
        if (!problem_.IsOpen(a) && b.take != kNoEvent) clause.any.push_back({{a.release, b.take}});
        if (!problem_.IsOpen(b) && a.take != kNoEvent) clause.any.push_back({{b.release, a.take}});
        if (a.take != kNoEvent || b.take != kNoEvent) formula_.clauses.push_back(std::move(clause));
      }
    }
  }

  void Pattern() {
    const Query& query = problem_.query();
    for (std::size_t i = 1; i < query.steps.size(); ++i)
      Unit(query.steps[i - 1], query.steps[i], {Kind::kPattern, query.steps[i - 1], query.steps[i]});
    if (query.steps.size() < 2) return;
    for (const EventId e : formula_.events) {
      if (problem_.IsStep(e)) continue;
      for (const CellAccess& a : run_.AccessesOf(e)) {
        if (!a.writes || !problem_.IsPatternCell(a.cell)) continue;
        formula_.clauses.push_back({{{{e, query.steps.front()}}, {{query.steps.back(), e}}}, {Kind::kAlone, e}});
        break;
      }
    }
  }

  const Problem& problem_;
  const Run& run_;
  Formula formula_;
};

}  // namespace

Formula MakeFormula(const Problem& problem) { return Writer(problem).Write(); }

bool Holds(const Clause& clause, const std::vector<std::uint32_t>& place) {
  return std::ranges::any_of(clause.any, [&](const std::vector<Before>& all) {
    return std::ranges::all_of(all, [&](const Before& order) { return place[order.a] < place[order.b]; });
  });
}

Formula Restrict(const Formula& formula, const std::vector<Literal>& core, const Run& run) {
  Formula out;
  out.events = formula.events;
  for (const Literal& literal : core) {
    if (literal.kind == Kind::kProgram) {
      out.clauses.push_back({{{{literal.a, literal.b}}}, literal});
      continue;
    }
    for (const Clause& clause : formula.clauses)
      if (clause.why.kind == literal.kind && clause.why.a == literal.a && clause.why.b == literal.b && clause.why.c == literal.c)
        out.clauses.push_back(clause);
  }
  return out;
}

}  // namespace reweave::pcr
