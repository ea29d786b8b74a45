#include <algorithm>
#include <tuple>

#include "base/mix.h"

#include "techniques/pcr/patterns.h"

namespace reweave::pcr {

void Candidates::Propose(Pattern p) {
  std::uint64_t instance = QuickMix(p.number, p.length);
  for (std::size_t i = 0; i < p.length; ++i) instance = QuickMix(instance, p.steps[i]);
  if (!seen_.insert(instance).second) return;
  ++proposed_;
  if (impacted_ != nullptr && *impacted_) {
    p.impacted = static_cast<std::uint8_t>(std::count_if(p.steps.begin(), p.steps.begin() + p.length, *impacted_));
    if (p.impacted == 0 && !rules_.off[0]) {
      ++dropped_[0];
      return;
    }
  }
  if (const int rule = Drop(p, *known_)) {
    ++dropped_[static_cast<std::size_t>(rule)];
    return;
  }
  std::vector<Pattern>& same = found_[p.key];
  if (same.size() >= limits_.per_key) {
    const auto worst = std::ranges::max_element(same, {}, &Pattern::span);
    if (worst->span > p.span) *worst = p;
    return;
  }
  if (in_cell_ >= limits_.per_cell || in_run_ >= limits_.per_run) {
    ++capped_;
    return;
  }
  ++in_cell_, ++in_run_;
  same.push_back(p);
}

// Both orders of two accesses, in every meaning of a read-modify-write.
void Candidates::Propose2(const CellAccess& a, const CellAccess& b) {
  for (const auto& [first, second] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (const bool one : {false, true})
      for (const bool two : {false, true}) {
        if (!(one || two) || !(one ? first->writes : first->reads) || !(two ? second->writes : second->reads)) continue;
        Propose(MakePattern(run_, {first->event, second->event}, {one, two}, {a.cell, a.cell}));
      }
}

// Accesses of one site in one thread; of very many the first and the last.
std::vector<Candidates::Class> Candidates::ClassesOf(std::uint32_t cell) {
  std::vector<Class> classes;
  for (const Use& use : uses_[cell]) {
    const std::size_t first = classes.size();
    for (const std::uint32_t access : use.accesses) {
      const std::uint32_t site = run_.events[run_.accesses[access].event].site;
      auto at = std::find_if(classes.begin() + static_cast<std::ptrdiff_t>(first), classes.end(),
                             [site](const Class& c) { return c.site == site; });
      if (at == classes.end()) at = classes.insert(at, Class{use.tid, site, {}});
      at->accesses.push_back(access);
    }
  }
  for (Class& c : classes) {
    if (c.accesses.size() <= limits_.occurrences) continue;
    capped_ += c.accesses.size() - limits_.occurrences;
    const auto half = static_cast<std::ptrdiff_t>(limits_.occurrences / 2);
    c.accesses.erase(c.accesses.begin() + half, c.accesses.end() - half);
  }
  return classes;
}

void Candidates::FromCell(std::uint32_t cell) {
  const std::vector<Class> classes = ClassesOf(cell);
  for (const Class& one : classes) {
    for (const Class& other : classes) {
      if (other.tid == one.tid) continue;
      std::size_t next = 0;  // the first of `other` after the access: the nearest on both sides
      for (const std::uint32_t access : one.accesses) {
        if (Enough()) {
          ++capped_;
          continue;
        }
        while (next < other.accesses.size() && other.accesses[next] < access) ++next;
        if (next < other.accesses.size()) Propose2(run_.accesses[access], run_.accesses[other.accesses[next]]);
        if (next > 0) Propose2(run_.accesses[access], run_.accesses[other.accesses[next - 1]]);
      }
    }
  }
  Triples(cell, classes);
}

void Candidates::Triples(std::uint32_t cell, const std::vector<Class>& classes) {
  const auto with = [&](const CellAccess& first, const CellAccess& last) {
    if (first.event == last.event) return;
    for (const Class& other : classes) {
      if (other.tid == run_.events[first.event].tid) continue;
      const auto number = static_cast<std::uint32_t>(&first - run_.accesses.data());
      const auto after = std::ranges::lower_bound(other.accesses, number);
      for (int shift = -1; shift <= 1; ++shift) {
        const std::ptrdiff_t at = after - other.accesses.begin() + shift;
        if (at < 0 || at >= static_cast<std::ptrdiff_t>(other.accesses.size())) continue;
        const CellAccess& middle = run_.accesses[other.accesses[static_cast<std::size_t>(at)]];
        for (int kinds = 0; kinds < 8; ++kinds) {
          const bool one = kinds & 1, two = kinds & 2, three = kinds & 4;
          if (!(one || two) || !(two || three)) continue;
          if (!(one ? first.writes : first.reads) || !(two ? middle.writes : middle.reads) || !(three ? last.writes : last.reads))
            continue;
          Propose(MakePattern(run_, {first.event, middle.event, last.event}, {one, two, three}, {cell, cell, cell}));
        }
      }
    }
  };
  for (const Use& use : uses_[cell]) {
    if (use.accesses.size() > limits_.occurrences * classes.size()) capped_ += use.accesses.size();
    const std::size_t end = std::min(use.accesses.size(), limits_.occurrences * classes.size());
    std::uint32_t last_write = kNone;
    for (std::size_t i = 0; i < end; ++i) {
      if (Enough()) {
        capped_ += end - i;
        break;
      }
      const CellAccess& access = run_.accesses[use.accesses[i]];
      if (rules_.off[5]) {  // all pairs: without the rule nothing says that near ones are enough
        for (std::size_t k = 0; k < i && i < 64; ++k) with(run_.accesses[use.accesses[k]], access);
      } else {
        if (i > 0) with(run_.accesses[use.accesses[i - 1]], access);
        if (access.writes && last_write != kNone && last_write != use.accesses[i - 1]) with(run_.accesses[last_write], access);
      }
      if (access.writes) last_write = use.accesses[i];
    }
  }
}

void Candidates::Quadruples() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<PairOfThread>> pairs;
  for (std::uint16_t t = 0; t < run_.threads.size(); ++t) {
    for (const bool writes : {false, true}) {
      std::vector<std::uint32_t> own;
      for (const EventId e : run_.threads[t])
        for (const CellAccess& a : run_.AccessesOf(e))
          if (writes ? a.writes : a.reads) own.push_back(static_cast<std::uint32_t>(&a - run_.accesses.data()));
      std::unordered_map<std::uint64_t, int> instances;
      for (std::size_t i = 0; i < own.size(); ++i) {
        const CellAccess& first = run_.accesses[own[i]];
        std::vector<std::uint32_t> met;
        for (std::size_t j = i + 1; j < own.size() && j <= i + limits_.ahead; ++j) {
          const CellAccess& second = run_.accesses[own[j]];
          if (second.cell == first.cell) break;
          if (second.event == first.event || std::ranges::find(met, second.cell) != met.end()) continue;
          met.push_back(second.cell);
          std::uint64_t name = QuickMix(QuickMix(first.cell, second.cell), run_.events[first.event].site);
          if (++instances[QuickMix(name, run_.events[second.event].site)] > 3) continue;
          pairs[std::minmax(first.cell, second.cell)].push_back({t, writes, own[i], own[j]});
        }
      }
    }
  }
  for (const auto& [cells, list] : pairs) {
    in_cell_ = 0;
    for (const PairOfThread& a : list) {
      if (EnoughOfRun()) {
        capped_ += list.size();
        continue;
      }
      for (const PairOfThread& b : list) {
        if (a.tid == b.tid || (!a.writes && !b.writes)) continue;
        if (in_run_ >= limits_.per_run) {
          ++capped_;
          continue;
        }
        const CellAccess &ax = run_.accesses[a.first], &ay = run_.accesses[a.second];
        const CellAccess &b1 = run_.accesses[b.first], &b2 = run_.accesses[b.second];
        const bool A = a.writes, B = b.writes;
        if (b1.cell == ax.cell) {
          Propose(
              MakePattern(run_, {ax.event, b1.event, b2.event, ay.event}, {A, B, B, A}, {ax.cell, ax.cell, ay.cell, ay.cell}));
        } else {
          Propose(
              MakePattern(run_, {ax.event, b1.event, b2.event, ay.event}, {A, B, B, A}, {ax.cell, ay.cell, ax.cell, ay.cell}));
          Propose(
              MakePattern(run_, {ax.event, b1.event, ay.event, b2.event}, {A, B, A, B}, {ax.cell, ay.cell, ay.cell, ax.cell}));
        }
      }
    }
  }
}

std::vector<Pattern> Candidates::Find(const IsKnown& known, const std::function<bool(EventId)>& impacted, bool order342) {
  known_ = &known, impacted_ = &impacted;
  found_.clear(), seen_.clear();
  in_run_ = 0;
  std::vector<std::uint32_t> cells(run_.cells.size());
  for (std::uint32_t cell = 0; cell < cells.size(); ++cell) cells[cell] = cell;
  // Where not all can be looked at, those that are seldom accessed first: they have few patterns, which no run may have had.
  if (limits_.stop) std::ranges::sort(cells, {}, [this](std::uint32_t c) { return std::pair(run_.cells[c].accesses.size(), c); });
  for (const std::uint32_t cell : cells) {
    in_cell_ = 0;
    FromCell(cell);
  }
  Quadruples();
  std::vector<Pattern> out;
  for (const auto& [key, patterns] : found_) out.insert(out.end(), patterns.begin(), patterns.end());
  const auto rank = [order342](const Pattern& p) {
    if (!order342) return 4 - p.length;
    return p.length == 3 ? 0 : p.length == 2 ? 1 : 2;
  };
  std::ranges::sort(out, [&](const Pattern& a, const Pattern& b) {
    return std::tuple(-a.impacted, rank(a), a.span, a.key, a.steps) < std::tuple(-b.impacted, rank(b), b.span, b.key, b.steps);
  });
  return out;
}

}  // namespace reweave::pcr
