#include "techniques/recontest/candidates.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "techniques/recontest/deadline.h"
#include "techniques/recontest/feasible.h"
#include "techniques/recontest/locations.h"

namespace reweave::recontest {

namespace {

constexpr std::size_t kMostCandidates = 1u << 20;
constexpr std::size_t kMostFields = 64;      // of an object, for patterns on two locations
constexpr std::uint32_t kNothing = ~0u;
constexpr std::uint64_t kUserSet = 1ull << 40;  // no object has such a number

// Accesses that differ in nothing that matters here; the first and the last one stand for all.
struct Group {
  std::uint32_t first = 0, last = 0;
  std::uint32_t Representatives(std::array<std::uint32_t, 2>& out) const {
    out = {first, last};
    return first == last ? 1 : 2;
  }
};

struct LocalPair {
  std::uint32_t a = 0, c = 0;
  bool with_write = false, with_read = false;  // which remote accesses make it a pattern
};
struct UnitPair {
  std::uint32_t a = 0, c = 0;                  // on two locations
  std::uint16_t thread = 0;
};

class Search {
 public:
  Search(const Histories& runs, const Impact& impact, const Options& options, bool everything)
      : runs_(runs),
        run_(runs.new_run),
        impact_(impact),
        options_(options),
        everything_(everything),
        deadline_(options.end),
        now_(runs.names, runs.new_run),
        then_(runs.names, runs.old_run),
        places_(run_) {}

  Selection Run() {
    GroupAccesses();
    Races();
    for (int kind = 0; kind < kUnits; ++kind) CollectPairs(kind);
    Triples();
    Quadruples();
    Judge();
    return std::move(out_);
  }

 private:
  static constexpr int kUnits = 5;

  bool Impacted(std::uint32_t n) const { return everything_ || impact_.reasons[n] != 0; }
  // Equal for accesses that are interchangeable. `location` is part of it because an access may cover several.
  Key ClassOf(std::uint32_t n, std::uint32_t location) const {
    deadline_.Turn();
    const Access& access = run_.accesses[n];
    Key key = Mix(Key{access.thread, access.statement}, location);
    key = Mix(key, static_cast<std::uint64_t>(run_.StateOf(access).set) << 32 | run_.EpochOf(access).messages);
    return Mix(key, static_cast<std::uint64_t>(access.writes()) | static_cast<std::uint64_t>(impact_.reasons[n] != 0) << 1 |
                        (access.flags & kAtomicAccess) << 2);
  }
  // The locks held on the way: two executions of a region that differ in it are not interchangeable.
  Key WindowOf(std::uint32_t a, std::uint32_t c) const {
    const Access& first = run_.accesses[a];
    const Access& last = run_.accesses[c];
    Key key;
    const auto& states = run_.threads[first.thread].states;
    for (std::uint32_t s = first.state; s <= last.state && s < first.state + 64; ++s) key = Mix(key, states[s].set);
    return key;
  }

  // --- Single accesses ---------------------------------------------------------------------------------------------------

  void GroupAccesses() {
    groups_.resize(places_.count());
    std::unordered_map<Key, std::pair<std::uint32_t, std::uint32_t>, KeyHash> known;  // location and number in it
    for (std::uint32_t n = 0; n < run_.accesses.size(); ++n)
      for (const std::uint32_t location : places_.Of(n)) {
        const auto [entry, is_new] =
            known.try_emplace(ClassOf(n, location), location, static_cast<std::uint32_t>(groups_[location].size()));
        if (is_new) groups_[location].push_back({n, n});
        else groups_[location][entry->second.second].last = n;
      }
    for (auto& groups : groups_) {
      std::vector<std::uint32_t> flat;
      for (const Group& group : groups) {
        flat.push_back(group.first);
        if (group.last != group.first) flat.push_back(group.last);
      }
      std::ranges::sort(flat);
      representatives_.push_back(std::move(flat));
    }
  }

  // How many accesses of a location are of this thread, kind and atomicity: enough to count what is not built.
  using Tally = std::map<std::tuple<std::uint16_t, bool, bool>, std::uint64_t>;

  void Races() {
    for (const std::vector<std::uint32_t>& here : representatives_) {
      Tally tally;
      std::vector<std::uint32_t> impacted;
      for (const std::uint32_t n : here) {
        const Access& access = run_.accesses[n];
        ++tally[{access.thread, access.writes(), (access.flags & kAtomicAccess) != 0}];
        if (Impacted(n)) impacted.push_back(n);
      }
      for (auto one = tally.begin(); one != tally.end(); ++one)
        for (auto other = std::next(one); other != tally.end(); ++other) {
          const auto& [t, w, atomic] = one->first;
          const auto& [u, w2, atomic2] = other->first;
          if (t != u && (w || w2) && !(atomic && atomic2)) out_.candidates_pta += one->second * other->second;
        }
      for (const std::uint32_t i : impacted)
        for (const std::uint32_t j : here) {
          deadline_.Turn();
          if (j < i && Impacted(j)) continue;  // was built from j
          const Access& a = run_.accesses[std::min(i, j)];
          const Access& b = run_.accesses[std::max(i, j)];
          if (a.thread == b.thread || !(a.writes() || b.writes()) || (a.flags & b.flags & kAtomicAccess) != 0) continue;
          Add(a.writes() ? (b.writes() ? 3 : 2) : 1, {std::min(i, j), std::max(i, j)});
        }
    }
  }

  // --- Units ---------------------------------------------------------------------------------------------------------------

  std::uint64_t UnitOf(int kind, std::uint32_t n) const {
    const Access& access = run_.accesses[n];
    switch (kind) {
      case 0: return access.unit;
      case 1: return run_.StateOf(access).section;
      case 2: return run_.EpochOf(access).mark;
      case 3: return access.execution;
      default: {  // one critical section in the old version
        const std::uint32_t x = impact_.partner[n];
        if (x == kNoPartner) return 0;
        const Access& old_access = runs_.old_run.accesses[x];
        return runs_.old_run.StateOf(old_access).section;
      }
    }
  }

  struct Last {
    std::uint32_t any = kNothing, write = kNothing;
  };
  struct Fields {  // of one object, in one unit, by kind of access
    std::vector<std::pair<std::uint32_t, std::uint32_t>> last[2];  // location, access; [0] reads, [1] writes
  };

  void CollectPairs(int kind) {
    for (const History::Thread& thread : run_.threads) {
      std::unordered_map<Key, Last, KeyHash> last;
      std::unordered_map<Key, Fields, KeyHash> fields;
      for (const std::uint32_t n : thread.accesses) {
        const std::uint64_t unit = UnitOf(kind, n);
        if (unit == 0) continue;
        for (const std::uint32_t location : places_.Of(n)) {
          NotePair(last[Key{unit, location}], n, location);
          if (places_.IsField(location)) NoteFields(fields[Key{unit, run_.accesses[n].object}], n, location);
          if (run_.accesses[n].set != 0) NoteFields(fields[Key{unit, kUserSet | run_.accesses[n].set}], n, location);
        }
      }
    }
  }

  bool OneOperation(std::uint32_t a, std::uint32_t c) const {
    return (run_.accesses[a].flags & run_.accesses[c].flags & kHalfOfRmw) != 0 &&
           run_.accesses[a].event == run_.accesses[c].event;
  }

  void NotePair(Last& last, std::uint32_t n, std::uint32_t location) {
    if (last.any != kNothing && !OneOperation(last.any, n)) AddPair(last.any, n, location, true);
    if (run_.accesses[n].writes() && last.write != kNothing) AddPair(last.write, n, location, false);
    last.any = n;
    if (run_.accesses[n].writes()) last.write = n;
  }

  void AddPair(std::uint32_t a, std::uint32_t c, std::uint32_t location, bool with_write) {
    const Key pair_class = Mix(Mix(Mix(ClassOf(a, location), ClassOf(c, location)), WindowOf(a, c)), with_write ? 1 : 0);
    auto& list = pairs_[location];
    const auto [known, is_new] = pair_classes_.try_emplace(pair_class, std::pair{list.size(), kNothing});
    const LocalPair pair{a, c, with_write, !with_write};
    if (is_new) return list.push_back(pair);
    auto& [first, second] = known->second;
    if (list[first].a == a && list[first].c == c) return;
    if (second == kNothing) second = static_cast<std::uint32_t>(list.size()), list.push_back(pair);
    else if (list[second].c < c) list[second] = pair;  // the last one of the class
  }

  void Triples() {
    for (auto& [location, list] : pairs_) {
      std::map<std::pair<std::uint16_t, bool>, std::uint64_t> tally;
      std::uint64_t all[2] = {0, 0};
      std::vector<std::uint32_t> impacted;
      for (const std::uint32_t n : representatives_[location]) {
        ++tally[{run_.accesses[n].thread, run_.accesses[n].writes()}], ++all[run_.accesses[n].writes()];
        if (Impacted(n)) impacted.push_back(n);
      }
      for (const LocalPair& pair : list) {
        const Access& a = run_.accesses[pair.a];
        const Access& c = run_.accesses[pair.c];
        const auto own = tally.find({a.thread, pair.with_write});
        out_.candidates_pta += all[pair.with_write] - (own == tally.end() ? 0 : own->second);
        for (const std::uint32_t r : Impacted(pair.a) || Impacted(pair.c) ? representatives_[location] : impacted) {
          deadline_.Turn();
          const Access& remote = run_.accesses[r];
          if (remote.thread == a.thread || remote.writes() != pair.with_write) continue;
          const std::uint8_t pattern = !pair.with_write ? 6 : a.writes() ? (c.writes() ? 8 : 5) : (c.writes() ? 7 : 4);
          Add(pattern, {pair.a, r, pair.c});
        }
      }
    }
  }

  // --- Two locations -------------------------------------------------------------------------------------------------------

  // Events next to each other when the unit is looked at with only these two locations and kinds of access.
  void NoteFields(Fields& fields, std::uint32_t n, std::uint32_t location) {
    const bool writes = run_.accesses[n].writes();
    for (int other_kind = 0; other_kind < 2; ++other_kind) {
      if (other_kind != writes && options_.patterns != PatternSet::kAll27) continue;
      std::uint32_t own = kNothing;
      for (const auto& [where, access] : fields.last[writes])
        if (where == location) own = access;
      for (const auto& [where, access] : fields.last[other_kind])
        if (where != location && (own == kNothing || own < access)) AddUnitPair(access, where, n, location);
    }
    auto& list = fields.last[writes];
    const auto known = std::ranges::find(list, location, &std::pair<std::uint32_t, std::uint32_t>::first);
    if (known != list.end()) known->second = n;
    else if (list.size() < kMostFields) list.emplace_back(location, n);
    else out_.cut_off = true;
  }

  // Pairs of one direction, and how many there are by thread and kinds of access.
  struct Bucket {
    std::vector<UnitPair> pairs, impacted;
    std::map<std::tuple<std::uint16_t, bool, bool>, std::uint64_t> tally;
  };
  static std::uint64_t Directed(std::uint32_t from, std::uint32_t to) { return static_cast<std::uint64_t>(from) << 32 | to; }

  void AddUnitPair(std::uint32_t a, std::uint32_t x, std::uint32_t c, std::uint32_t y) {
    if (OneOperation(a, c)) return;
    const Key pair_class = Mix(Mix(Mix(ClassOf(a, x), ClassOf(c, y)), WindowOf(a, c)), 2);
    auto& list = unit_pairs_[Directed(x, y)].pairs;
    const auto [known, is_new] = pair_classes_.try_emplace(pair_class, std::pair{list.size(), kNothing});
    const UnitPair pair{a, c, run_.accesses[a].thread};
    if (is_new) return list.push_back(pair);
    auto& [first, second] = known->second;
    if (list[first].a == a && list[first].c == c) return;
    if (second == kNothing) second = static_cast<std::uint32_t>(list.size()), list.push_back(pair);
    else if (list[second].c < c) list[second] = pair;
  }

  void Quadruples() {
    for (auto& [direction, bucket] : unit_pairs_)
      for (const UnitPair& pair : bucket.pairs) {
        ++bucket.tally[{pair.thread, run_.accesses[pair.a].writes(), run_.accesses[pair.c].writes()}];
        if (Impacted(pair.a) || Impacted(pair.c)) bucket.impacted.push_back(pair);
      }
    for (const auto& [direction, bucket] : unit_pairs_) {
      Quadruples(bucket, bucket, false);
      const auto back = unit_pairs_.find(direction << 32 | direction >> 32);
      if (back != unit_pairs_.end()) Quadruples(bucket, back->second, true);
    }
  }

  // Do the accesses of a pair that comes first and of another one conflict on both locations?
  static bool Conflict(bool a, bool c, bool other_a, bool other_c, bool opposite) {
    return opposite ? (a || other_c) && (c || other_a) : (a || other_a) && (c || other_c);
  }

  void Quadruples(const Bucket& first, const Bucket& second, bool opposite) {
    for (const auto& [one, count] : first.tally)
      for (const auto& [other, other_count] : second.tally) {
        if (std::get<0>(one) == std::get<0>(other)) continue;
        if (!Conflict(std::get<1>(one), std::get<2>(one), std::get<1>(other), std::get<2>(other), opposite)) continue;
        out_.candidates_pta += count * other_count * (opposite ? 2 : 1);
      }
    for (const UnitPair& a : first.pairs)
      for (const UnitPair& b : Impacted(a.a) || Impacted(a.c) ? second.pairs : second.impacted) Combine(a, b, opposite);
  }

  // `a` comes first. Opposite directions: b goes from a's second location to its first.
  void Combine(const UnitPair& a, const UnitPair& b, bool opposite) {
    deadline_.Turn();
    if (a.thread == b.thread) return;
    const auto writes = [&](std::uint32_t n) { return run_.accesses[n].writes(); };
    if (!Conflict(writes(a.a), writes(a.c), writes(b.a), writes(b.c), opposite)) return;
    const std::uint32_t on_x = opposite ? b.c : b.a,
                        on_y = opposite ? b.a : b.c;  // b's accesses to a's first and second location
    const auto pattern = [&](int family) { return PatternOf(family, writes(a.a), writes(a.c), writes(on_x), writes(on_y)); };
    Add(pattern(opposite ? 1 : 0), {a.a, b.a, b.c, a.c});
    if (opposite) Add(pattern(2), {a.a, b.a, a.c, b.c});
  }

  static std::uint8_t PatternOf(int family, bool ax, bool ay, bool bx, bool by) {
    if (ax == ay && bx == by) {
      static constexpr std::uint8_t kPure[3][3] = {{9, 12, 14}, {10, 13, 15}, {11, 17, 16}};
      return kPure[family][ax && bx ? 0 : ax ? 1 : 2];
    }
    // Types on x: both write, a writes, b writes; the same on y: nine choices, three of which are pure.
    const int x = ax && bx ? 0 : ax ? 1 : 2, y = ay && by ? 0 : ay ? 1 : 2;
    static constexpr int kMixed[3][3] = {{-1, 0, 1}, {2, -1, 3}, {4, 5, -1}};
    return static_cast<std::uint8_t>(18 + 6 * family + kMixed[x][y]);
  }

  // --- Verdicts --------------------------------------------------------------------------------------------------------------

  void Add(std::uint8_t pattern, std::initializer_list<std::uint32_t> accesses) {
    deadline_.Turn();
    if (out_.candidates.size() >= kMostCandidates) return static_cast<void>(out_.cut_off = true);
    Candidate candidate;
    candidate.pattern = pattern;
    for (const std::uint32_t n : accesses) candidate.accesses[candidate.length++] = n;
    out_.candidates.push_back(candidate);
  }

  void Judge() {
    for (Candidate& candidate : out_.candidates) {
      deadline_.Turn();
      const std::span<const std::uint32_t> order(candidate.accesses.data(), candidate.length);
      candidate.feasible = candidate.length == 2 ? now_.Race(order[0], order[1]) : now_.Possible(order);
      if (!candidate.feasible) continue;
      ++out_.feasible;
      candidate.soft_order = now_.SoftlyOrdered(order);
      candidate.preexisting = options_.subtract_old && !everything_ && Existed(candidate);
      out_.preexisting += candidate.preexisting;
    }
  }

  bool Existed(const Candidate& candidate) const {
    std::array<std::uint32_t, 4> before{};
    for (std::uint32_t i = 0; i < candidate.length; ++i) {
      before[i] = impact_.partner[candidate.accesses[i]];
      if (before[i] == kNoPartner || (impact_.reasons[candidate.accesses[i]] & kLocation) != 0) return false;
    }
    const std::span<const std::uint32_t> order(before.data(), candidate.length);
    // What only atomics kept apart was not possible, if they do so no longer.
    if (!candidate.soft_order) {
      const std::array<std::uint32_t, 2> reversed{before[1], before[0]};
      if (then_.SoftlyOrdered(order) || (candidate.length == 2 && then_.SoftlyOrdered(reversed))) return false;
    }
    return candidate.length == 2 ? then_.Race(before[0], before[1]) : then_.Possible(order);
  }

  const Histories& runs_;
  const History& run_;
  const Impact& impact_;
  const Options& options_;
  bool everything_;
  Deadline deadline_;
  Feasibility now_, then_;
  Locations places_;
  Selection out_;
  std::vector<std::vector<Group>> groups_;  // by location
  std::vector<std::vector<std::uint32_t>> representatives_;  // by location, in order
  std::map<std::uint32_t, std::vector<LocalPair>> pairs_;  // by location
  std::map<std::uint64_t, Bucket> unit_pairs_;  // by first and second location
  std::unordered_map<Key, std::pair<std::size_t, std::uint32_t>, KeyHash> pair_classes_;
};

// Lost protection first, then what is simply new, then contexts that changed in any other way.
int Weight(const Candidate& candidate, const Histories& runs, const Impact& impact) {
  int best = 3;
  for (std::uint32_t i = 0; i < candidate.length; ++i) {
    const std::uint32_t n = candidate.accesses[i];
    const std::uint8_t reasons = impact.reasons[n];
    if (reasons == 0) continue;
    if ((reasons & kReleases) != 0) best = std::min(best, 0);
    if ((reasons & (kNewStatement | kNewInstance | kLocation)) != 0) best = std::min(best, 1);
    if ((reasons & kOrder) != 0) best = std::min(best, 1);
    if ((reasons & kLocks) == 0) continue;
    const Access& now = runs.new_run.accesses[n];
    const Access& then = runs.old_run.accesses[impact.partner[n]];
    const auto& held = runs.names.lock_sets.locks(runs.new_run.StateOf(now).set);
    const auto& held_then = runs.names.lock_sets.locks(runs.old_run.StateOf(then).set);
    const bool lost =
        std::ranges::any_of(held_then, [&](const auto& lock) { return std::ranges::find(held, lock) == held.end(); });
    best = std::min(best, lost ? 0 : 2);
  }
  return candidate.pattern == 8 ? best + 4 : best;  // P8 leaves the same state as some serial order
}

}  // namespace

Selection FindCandidates(const Histories& runs, const Impact& impact, const Options& options, bool everything) {
  return Search(runs, impact, options, everything).Run();
}

std::vector<std::uint32_t> Rank(const Selection& selection, const Histories& runs, const Impact& impact, const Options& options,
                                unsigned instances) {
  std::vector<std::uint32_t> out;
  std::unordered_map<Key, unsigned, KeyHash> seen;
  for (std::uint32_t i = 0; i < selection.candidates.size(); ++i) {
    const Candidate& candidate = selection.candidates[i];
    if (!candidate.feasible || candidate.preexisting) continue;
    Key key{candidate.pattern, 0};
    for (std::uint32_t k = 0; k < candidate.length; ++k) key = Mix(key, runs.new_run.accesses[candidate.accesses[k]].statement);
    if (seen[key]++ < instances) out.push_back(i);
  }
  const auto order = [&](std::uint32_t i) {
    const Candidate& candidate = selection.candidates[i];
    std::array<Key, 4> keys{};
    for (std::uint32_t k = 0; k < candidate.length; ++k) keys[k] = runs.new_run.accesses[candidate.accesses[k]].key;
    return std::tuple(options.everything ? 0 : Weight(candidate, runs, impact), candidate.pattern, keys, candidate.accesses);
  };
  std::ranges::sort(out, {}, order);
  return out;
}

}  // namespace reweave::recontest
