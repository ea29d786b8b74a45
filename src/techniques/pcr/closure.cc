#include "techniques/pcr/closure.h"

#include <algorithm>

namespace reweave::pcr {

using Kind = Literal::Kind;

// --- Edges -------------------------------------------------------------------------------------------------------------

void Closure::Link(EventId from, EventId to, const Literal& why, EventId premise_from, EventId premise_to) {
  const auto number = static_cast<std::uint32_t>(edges_.size());
  edges_.push_back({from, to, why, premise_from, premise_to, out_[Local(from)], in_[Local(to)]});
  out_[Local(from)] = number, in_[Local(to)] = number;
}

// Whatever comes before `from`, and `from`, comes before `to`. True: something of that is new.
bool Closure::JoinInto(EventId from, EventId to, bool* contradiction) {
  const std::uint32_t* source = Clock(from);
  std::uint32_t* clock = Clock(to);
  const Event &x = run_->events[from], &y = run_->events[to];
  bool changed = false;
  for (std::uint32_t t = 0; t < threads_; ++t) {
    const std::uint32_t time = t == x.tid ? std::max(source[t], x.seq) : source[t];
    if (time > clock[t]) clock[t] = time, changed = true;
  }
  if (clock[y.tid] >= y.seq) *contradiction = true, contradiction_ = to;
  return changed;
}

bool Closure::Add(EventId from, EventId to, const Literal& why, EventId premise_from, EventId premise_to) {
  if (from == to || Ordered(from, to)) {
    if (from != to) return true;
    Link(from, to, why, premise_from, premise_to);
    contradiction_ = to;
    return false;
  }
  Link(from, to, why, premise_from, premise_to);
  bool contradiction = false;
  JoinInto(from, to, &contradiction);
  if (contradiction) return false;
  carry_.assign(1, to);
  return Carry();
}

bool Closure::Carry() {
  bool contradiction = false;
  while (!carry_.empty()) {
    const EventId e = carry_.back();
    carry_.pop_back();
    if (const std::uint32_t local = Local(e); !is_dirty_[local]) is_dirty_[local] = 1, dirty_.push_back(e);
    const Event& event = run_->events[e];
    for (std::uint32_t edge = out_[Local(e)]; edge != kNone; edge = edges_[edge].next_out) {
      const EventId to = edges_[edge].to;
      if (JoinInto(e, to, &contradiction)) carry_.push_back(to);
      if (contradiction) return carry_.clear(), false;
    }
    if (event.seq < problem_->cut(event.tid)) {
      const EventId next = run_->At(event.tid, event.seq + 1);
      if (JoinInto(e, next, &contradiction)) carry_.push_back(next);
      if (contradiction) return carry_.clear(), false;
    }
  }
  return true;
}

// --- What is given -----------------------------------------------------------------------------------------------------

void Closure::Prepare() {
  threads_ = static_cast<std::uint32_t>(run_->threads.size());
  offset_.assign(threads_, 0);
  for (std::uint16_t t = 1; t < threads_; ++t) offset_[t] = offset_[t - 1] + problem_->cut(static_cast<std::uint16_t>(t - 1));
  const std::size_t size = problem_->size();
  clocks_.assign(size * threads_, 0);
  out_.assign(size, kNone), in_.assign(size, kNone);
  is_dirty_.assign(size, 0);
  edges_.clear(), dirty_.clear(), carry_.clear(), readers_.clear(), initial_reads_.clear(), gaps_.clear();
  contradiction_ = kNoEvent;
  if (readers_of_.size() < run_->accesses.size())
    readers_of_.resize(run_->accesses.size()), reader_stamp_.resize(run_->accesses.size());
  ++stamp_;
  problem_->InOrder(in_order_);
  for (std::uint32_t g = 0; g < run_->gaps.size(); ++g)
    if (problem_->Has(run_->gaps[g].signal) && problem_->Has(run_->gaps[g].begin)) gaps_.push_back(g);
}

// What is as it was in the run, in one pass along it.
bool Closure::Base() {
  bool ignored = false;
  for (const EventId e : in_order_) {
    const Event& event = run_->events[e];
    if (event.seq > 1) JoinInto(run_->At(event.tid, event.seq - 1), e, &ignored);
    for (const Must& must : run_->MustsOf(e)) {
      if (!problem_->Has(must.from) || (must.if_kept && !problem_->IsKept(must.required ? e : must.from))) continue;
      Link(must.from, e, {Kind::kMust, must.from, e, kNoEvent, must.fixed}, kNoEvent, kNoEvent);
      JoinInto(must.from, e, &ignored);
    }
    for (const CellAccess& a : run_->AccessesOf(event)) {
      if (!problem_->IsKept(a)) continue;
      const EventId source = problem_->SourceOf(a);
      if (source == kNoEvent) {
        initial_reads_.emplace_back(a.cell, e);
        continue;
      }
      const auto write = static_cast<std::uint32_t>(run_->AccessTo(source, a.cell) - run_->accesses.data());
      if (reader_stamp_[write] != stamp_) reader_stamp_[write] = stamp_, readers_of_[write] = kNone;
      const std::uint32_t head = readers_of_[write];
      std::uint32_t at = head;  // the last reader of each thread stands for those before it
      while (at != kNone && run_->events[readers_[at].event].tid != event.tid) at = readers_[at].next;
      if (at != kNone) readers_[at].event = e;
      else readers_.push_back({e, head}), readers_of_[write] = static_cast<std::uint32_t>(readers_.size() - 1);
      if (source > e) continue;  // not as in the run: GivenSources
      Link(source, e, {Kind::kSource, source, e}, kNoEvent, kNoEvent);
      JoinInto(source, e, &ignored);
    }
  }
  return !ignored;
}

bool Closure::GivenSources() {
  for (const ForcedSource& forced : problem_->query().forced) {
    if (forced.source != kNoEvent && forced.source > forced.read &&
        !Add(forced.source, forced.read, {Kind::kSource, forced.source, forced.read}))
      return false;
  }
  for (const auto& [cell, read] : initial_reads_) {
    for (const Run::Writer& writer : run_->writers[cell]) {
      std::size_t first = 0;
      if (run_->At(writer.tid, writer.seqs[0]) == read) ++first;  // it reads and writes
      if (first == writer.seqs.size() || writer.seqs[first] > problem_->cut(writer.tid)) continue;
      const EventId write = run_->At(writer.tid, writer.seqs[first]);
      if (!Add(read, write, {Kind::kValue, kNoEvent, read, write})) return false;
    }
  }
  return true;
}

// Regions that nobody closes come last, those that were open before the run first.
bool Closure::GivenLocks() {
  for (std::size_t lock = 0; lock < run_->locks.size(); ++lock) {
    for (const Run::LockRegions& users : run_->locks[lock]) {
      for (const std::uint32_t a : users.regions) {
        const Region& region = run_->regions[a];
        if (!problem_->HasRegion(region)) break;
        const bool open = problem_->IsOpen(region), before = region.take == kNoEvent;
        if (!open && !before) continue;
        for (const Run::LockRegions& others : run_->locks[lock]) {
          if (others.tid == users.tid) continue;
          for (const std::uint32_t b : others.regions) {
            const Region& other = run_->regions[b];
            if (!problem_->HasRegion(other)) break;
            if (region.mode == LockMode::kShared && other.mode == LockMode::kShared) continue;
            const Literal why{Kind::kLock, std::min(a, b), std::max(a, b)};
            if (open && (before || problem_->IsOpen(other))) {  // neither can be first
              const EventId at = before ? other.take : region.take;
              if (at == kNoEvent) continue;
              Link(at, at, why, kNoEvent, kNoEvent);
              return contradiction_ = at, false;
            }
            if (other.take == kNoEvent && before) continue;
            if (open ? !Add(other.release, region.take, why) : !Add(region.release, other.take, why)) return false;
          }
        }
      }
    }
  }
  return true;
}

// --- What follows ------------------------------------------------------------------------------------------------------

bool Closure::EvaluateAccess(EventId e, const CellAccess& access) {
  const Event& event = run_->events[e];
  const bool kept = problem_->IsKept(access);
  if (!kept && !access.writes) return true;
  for (const Run::Writer& writer : run_->writers[access.cell]) {
    std::uint32_t bound = writer.tid == event.tid ? event.seq - 1 : Clock(e)[writer.tid];
    bound = std::min(bound, problem_->cut(writer.tid));
    if (writer.seqs[0] > bound) continue;
    const EventId last = run_->At(writer.tid, *std::prev(std::ranges::upper_bound(writer.seqs, bound)));
    if (kept) {
      const EventId source = problem_->SourceOf(access);
      if (source != kNoEvent && source != last && !Add(last, source, {Kind::kValue, source, e, last}, last, e)) return false;
    }
    if (!access.writes) continue;
    const auto write = static_cast<std::uint32_t>(run_->AccessTo(last, access.cell) - run_->accesses.data());
    if (reader_stamp_[write] != stamp_) continue;
    for (std::uint32_t at = readers_of_[write]; at != kNone; at = readers_[at].next) {
      const EventId reader = readers_[at].event;
      if (reader != e && !Add(reader, e, {Kind::kValue, last, reader, e}, last, e)) return false;
    }
  }
  return true;
}

bool Closure::EvaluateRelease(EventId e) {
  const std::uint32_t number = run_->events[e].releases;
  const Region& region = run_->regions[number];
  if (region.take == kNoEvent) return true;
  for (const Run::LockRegions& users : run_->locks[region.lock]) {
    if (users.tid == region.tid) continue;
    const std::uint32_t bound = Clock(e)[users.tid];
    const auto taken = [this](std::uint32_t r) {
      return run_->regions[r].take == kNoEvent ? 0 : run_->events[run_->regions[r].take].seq;
    };
    auto after = std::ranges::upper_bound(users.regions, bound, {}, taken);
    while (after != users.regions.begin()) {
      const std::uint32_t b = *--after;
      const Region& other = run_->regions[b];
      if (region.mode == LockMode::kShared && other.mode == LockMode::kShared) continue;
      if (other.take == kNoEvent || !problem_->Has(other.release)) break;
      if (!Add(other.release, region.take, {Kind::kLock, std::min(number, b), std::max(number, b)}, other.take, e)) return false;
      break;
    }
  }
  return true;
}

bool Closure::EvaluateAlone(EventId e) {
  const Query& query = problem_->query();
  if (query.cells.empty() || query.steps.size() < 2) return true;
  const EventId first = query.steps.front(), last = query.steps.back();
  if (run_->events[e].writes && !problem_->IsStep(e) && Ordered(first, e)) {
    for (const CellAccess& access : run_->AccessesOf(e)) {
      if (!access.writes || !problem_->IsPatternCell(access.cell)) continue;
      if (!Add(last, e, {Kind::kAlone, e}, first, e)) return false;
      break;
    }
  }
  if (e != last) return true;
  for (const std::uint32_t cell : query.cells) {
    for (const Run::Writer& writer : run_->writers[cell]) {
      const std::uint32_t bound = writer.tid == run_->events[e].tid ? run_->events[e].seq - 1 : Clock(e)[writer.tid];
      auto after = std::ranges::upper_bound(writer.seqs, std::min(bound, problem_->cut(writer.tid)));
      while (after != writer.seqs.begin()) {
        const EventId write = run_->At(writer.tid, *--after);
        if (problem_->IsStep(write)) continue;
        if (!Add(write, first, {Kind::kAlone, write}, write, last)) return false;
        break;
      }
    }
  }
  return true;
}

bool Closure::Evaluate(EventId e) {
  const Event& event = run_->events[e];
  for (const CellAccess& access : run_->AccessesOf(event))
    if (!EvaluateAccess(e, access)) return false;
  if (event.releases != kNone && !EvaluateRelease(e)) return false;
  return EvaluateAlone(e);
}

bool Closure::Gaps() {
  for (const std::uint32_t g : gaps_) {
    const NotBetween& gap = run_->gaps[g];
    const Literal why{Kind::kGap, gap.signal, gap.begin, gap.end};
    if (!problem_->Has(gap.end)) {
      if (!Add(gap.signal, gap.begin, why)) return false;
    } else if (Ordered(gap.begin, gap.signal)) {
      if (!Add(gap.end, gap.signal, why, gap.begin, gap.signal)) return false;
    } else if (Ordered(gap.signal, gap.end)) {
      if (!Add(gap.signal, gap.begin, why, gap.signal, gap.end)) return false;
    }
  }
  return true;
}

bool Closure::Saturate() {
  do {
    for (std::size_t i = 0; i < dirty_.size(); ++i) {
      const EventId e = dirty_[i];
      is_dirty_[Local(e)] = 0;
      if (!Evaluate(e)) return false;
    }
    dirty_.clear();
    if (!Gaps()) return false;
  } while (!dirty_.empty());
  return true;
}

Answer Closure::Solve(const Problem& problem) {
  problem_ = &problem, run_ = &problem.run();
  Answer answer;
  Prepare();
  bool possible = Base();
  const std::vector<EventId>& steps = problem.query().steps;
  for (std::size_t i = 1; possible && i < steps.size(); ++i)
    possible = Add(steps[i - 1], steps[i], {Kind::kPattern, steps[i - 1], steps[i]});
  if (possible && GivenSources() && GivenLocks()) {
    dirty_ = in_order_;
    std::ranges::fill(is_dirty_, 1);
    possible = Saturate();
  } else {
    possible = false;
  }
  if (!possible) {
    answer.verdict = Verdict::kImpossible;
    answer.core = Core();
    answer.exact = !answer.core.empty() && IsExact(problem, answer.core);
    return answer;
  }
  if (!Search(answer) && answer.verdict != Verdict::kUnknown) answer.verdict = Verdict::kImpossible;
  return answer;
}

}  // namespace reweave::pcr
