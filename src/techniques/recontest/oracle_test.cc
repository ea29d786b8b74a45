// Small random runs against definitions written down a second time, without classes, buckets or tallies.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "base/rng.h"
#include "techniques/recontest/candidates.h"
#include "techniques/recontest/feasible.h"
#include "techniques/recontest/testing.h"

namespace reweave::recontest {
namespace {

struct Operation {
  char what;  // R W L U, P and S: semaphore post and wait
  std::string name, at;
};
using Program = std::vector<std::vector<Operation>>;  // by thread, from 1

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}
  unsigned Below(unsigned n) { return static_cast<unsigned>(Scramble(++state_) >> 33) % n; }

 private:
  std::uint64_t state_;
};

Program RandomProgram(Random& random, unsigned threads, unsigned accesses, unsigned locks) {
  static const char* kFields[] = {"o.x", "o.y", "g"};
  Program out(threads);
  int number = 0;
  for (unsigned t = 0; t < threads; ++t) {
    std::vector<std::string> held;
    for (unsigned i = 0; i < accesses; ++i) {
      if (random.Below(3) == 0) {
        const std::string lock = "l" + std::to_string(random.Below(locks));
        if (std::find(held.begin(), held.end(), lock) == held.end()) out[t].push_back({'L', "", lock}), held.push_back(lock);
      }
      out[t].push_back({random.Below(2) == 0 ? 'R' : 'W', "s" + std::to_string(++number), kFields[random.Below(3)]});
      if (!held.empty() && random.Below(3) == 0) out[t].push_back({'U', "", held.back()}), held.pop_back();
    }
    for (; !held.empty(); held.pop_back()) out[t].push_back({'U', "", held.back()});
  }
  if (random.Below(3) == 0 && threads >= 2) {  // one message
    out[0].insert(out[0].begin() + random.Below(static_cast<unsigned>(out[0].size()) + 1), {'P', "", "sem"});
    out[1].insert(out[1].begin(), {'S', "", "sem"});
  }
  return out;
}

// Which threads could go on.
struct State {
  std::vector<std::size_t> at;
  std::map<std::string, unsigned> owner;
  int posts = 0;
  bool Can(const Program& program, unsigned t) const {
    if (at[t] >= program[t].size()) return false;
    const Operation& op = program[t][at[t]];
    if (op.what == 'L') return !owner.contains(op.at);
    return op.what != 'S' || posts > 0;
  }
  void Do(const Program& program, unsigned t) {
    const Operation& op = program[t][at[t]++];
    if (op.what == 'L') owner[op.at] = t;
    if (op.what == 'U') owner.erase(op.at);
    if (op.what == 'P') ++posts;
    if (op.what == 'S') --posts;
  }
  bool Done(const Program& program) const {
    for (unsigned t = 0; t < program.size(); ++t)
      if (at[t] < program[t].size()) return false;
    return true;
  }
};

// A random complete schedule; empty if it gets stuck.
std::vector<unsigned> RandomSchedule(Random& random, const Program& program) {
  std::vector<unsigned> out;
  State state{std::vector<std::size_t>(program.size()), {}, 0};
  while (!state.Done(program)) {
    std::vector<unsigned> can;
    for (unsigned t = 0; t < program.size(); ++t)
      if (state.Can(program, t)) can.push_back(t);
    if (can.empty()) return {};
    out.push_back(can[random.Below(static_cast<unsigned>(can.size()))]);
    state.Do(program, out.back());
  }
  return out;
}

void Build(Script& run, const Program& program, const std::vector<unsigned>& schedule) {
  run.Object("o", {"x", "y"});
  for (unsigned t = 0; t < program.size(); ++t) run.Create(0, t + 1, "t" + std::to_string(t));
  for (unsigned t = 0; t < program.size(); ++t) run.Begin(t + 1);
  std::vector<std::size_t> at(program.size());
  for (const unsigned t : schedule) {
    const Operation& op = program[t][at[t]++];
    switch (op.what) {
      case 'R': run.Read(t + 1, op.name, op.at); break;
      case 'W': run.Write(t + 1, op.name, op.at); break;
      case 'L': run.Lock(t + 1, op.at); break;
      case 'U': run.Unlock(t + 1, op.at); break;
      case 'P': run.Post(t + 1, op.at); break;
      default: run.SemWait(t + 1, op.at); break;
    }
  }
  run.Finish();
}

struct Pair {
  Histories runs;
  Impact impact;
  Script before{0x10000}, after{0x9000040};
};

// The old version has some locks that the new one lacks.
bool MakePair(Random& random, unsigned threads, unsigned accesses, unsigned locks, Pair& out, Program& new_program) {
  const Program old_program = RandomProgram(random, threads, accesses, locks);
  new_program = old_program;
  const std::string dropped = "l" + std::to_string(random.Below(locks));
  auto& changed = new_program[random.Below(threads)];
  std::erase_if(changed, [&](const Operation& op) { return (op.what == 'L' || op.what == 'U') && op.at == dropped; });
  const auto old_schedule = RandomSchedule(random, old_program), new_schedule = RandomSchedule(random, new_program);
  if (old_schedule.empty() || new_schedule.empty()) return false;
  Build(out.before, old_program, old_schedule);
  Build(out.after, new_program, new_schedule);
  TraceSource old_source(out.before.trace()), new_source(out.after.trace());
  const Options options;
  Collect({old_source, out.before}, {new_source, out.after}, options, out.runs);
  auto impact = FindImpact(out.runs, options);
  EXPECT_TRUE(impact.has_value());
  out.impact = std::move(*impact);
  return true;
}

using Found = std::set<std::vector<std::uint32_t>>;  // pattern, accesses

Found SetOf(const Selection& selection) {
  Found out;
  for (const Candidate& candidate : selection.candidates) {
    std::vector<std::uint32_t> key{candidate.pattern};
    key.insert(key.end(), candidate.accesses.begin(), candidate.accesses.begin() + candidate.length);
    EXPECT_TRUE(out.insert(key).second);
  }
  return out;
}

// Every pattern by its table, over all pairs that are neighbours in some unit.
class Definition {
 public:
  explicit Definition(const Pair& pair) : run_(pair.runs.new_run), old_(pair.runs.old_run), impact_(pair.impact) {}

  Found All() {
    const auto n = static_cast<std::uint32_t>(run_.accesses.size());
    for (std::uint32_t a = 0; a < n; ++a)
      for (std::uint32_t b = a + 1; b < n; ++b)
        if (Thread(a) != Thread(b) && Same(a, b) && (W(a) || W(b))) found_.insert({W(a) ? (W(b) ? 3u : 2u) : 1u, a, b});
    for (std::uint32_t a = 0; a < n; ++a)
      for (std::uint32_t c = a + 1; c < n; ++c) {
        if (Thread(a) != Thread(c)) continue;
        for (int kind = 0; kind < 2; ++kind) Locals(kind, a, c);
      }
    for (const auto& a : pairs_)
      for (const auto& b : pairs_) Four(a.first, a.second, b.first, b.second);
    return found_;
  }

 private:
  bool W(std::uint32_t n) const { return run_.accesses[n].writes(); }
  unsigned Thread(std::uint32_t n) const { return run_.accesses[n].thread; }
  bool Same(std::uint32_t a, std::uint32_t b) const {
    return run_.accesses[a].object == run_.accesses[b].object && run_.accesses[a].offset == run_.accesses[b].offset;
  }
  bool OneObject(std::uint32_t a, std::uint32_t b) const { return run_.accesses[a].object == run_.accesses[b].object; }
  std::uint32_t Unit(int kind, std::uint32_t n) const {
    if (kind == 0) return run_.StateOf(run_.accesses[n]).section;
    const std::uint32_t x = impact_.partner[n];
    return x == kNoPartner ? 0 : old_.StateOf(old_.accesses[x]).section;
  }
  template <typename F>
  bool Nothing(int kind, std::uint32_t a, std::uint32_t c, F&& between) const {
    for (std::uint32_t m = a + 1; m < c; ++m)
      if (Thread(m) == Thread(a) && Unit(kind, m) == Unit(kind, a) && between(m)) return false;
    return true;
  }
  void Locals(int kind, std::uint32_t a, std::uint32_t c) {
    if (Unit(kind, a) == 0 || Unit(kind, a) != Unit(kind, c)) return;
    if (Same(a, c)) {
      const bool neighbours = Nothing(kind, a, c, [&](std::uint32_t m) { return Same(m, a); });
      const bool writes = W(a) && W(c) && Nothing(kind, a, c, [&](std::uint32_t m) { return Same(m, a) && W(m); });
      for (std::uint32_t r = 0; r < run_.accesses.size(); ++r) {
        if (Thread(r) == Thread(a) || !Same(r, a)) continue;
        if (neighbours && W(r)) found_.insert({W(a) ? (W(c) ? 8u : 5u) : (W(c) ? 7u : 4u), a, r, c});
        if (writes && !W(r)) found_.insert({6, a, r, c});
      }
    } else if (OneObject(a, c) && W(a) == W(c)) {
      if (Nothing(kind, a, c, [&](std::uint32_t m) { return W(m) == W(a) && (Same(m, a) || Same(m, c)); })) pairs_.insert({a, c});
    }
  }
  void Four(std::uint32_t a, std::uint32_t c, std::uint32_t b, std::uint32_t d) {
    if (Thread(a) == Thread(b) || !(W(a) || W(b))) return;
    const unsigned types = W(a) && W(b) ? 0 : W(a) ? 1 : 2;
    static const unsigned kNested[] = {9, 12, 14}, kCrossed[] = {10, 13, 15}, kOverlap[] = {11, 17, 16};
    if (Same(a, b) && Same(c, d)) found_.insert({kNested[types], a, b, d, c});
    if (Same(a, d) && Same(c, b)) found_.insert({kCrossed[types], a, b, d, c}), found_.insert({kOverlap[types], a, b, c, d});
  }

  const History& run_;
  const History& old_;
  const Impact& impact_;
  Found found_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

TEST(Oracle, CandidatesAreThosePatternsThatHoldAnImpactedAccess) {
  Random random(11);
  int compared = 0, patterns = 0;
  for (int i = 0; i < 1500; ++i) {
    Pair pair;
    Program program;
    if (!MakePair(random, 3, 4, 3, pair, program)) continue;
    const Found all = Definition(pair).All();
    Found wanted;
    for (const auto& key : all)
      if (std::any_of(key.begin() + 1, key.end(), [&](std::uint32_t n) { return pair.impact.reasons[n] != 0; }))
        wanted.insert(key);
    const Selection selection = FindCandidates(pair.runs, pair.impact, {});
    ASSERT_EQ(SetOf(selection), wanted) << i;
    ASSERT_EQ(SetOf(FindCandidates(pair.runs, pair.impact, {}, true)), all) << i;
    ASSERT_EQ(selection.candidates_pta, all.size()) << i;
    ++compared, patterns += static_cast<int>(wanted.size());
  }
  EXPECT_GE(compared, 200);
  EXPECT_GE(patterns, 2000);
}

// Whatever a schedule can do is possible: all complete schedules of two threads, each order that they show.
TEST(Oracle, NoOrderThatAScheduleShowsIsRejected) {
  Random random(5);
  int shown = 0, rejected = 0;
  for (int i = 0; i < 800; ++i) {
    Pair pair;
    Program program;
    if (!MakePair(random, 2, 4, 2, pair, program)) continue;
    const History& run = pair.runs.new_run;
    std::map<std::string, std::uint32_t> number;
    for (std::uint32_t n = 0; n < run.accesses.size(); ++n) number[pair.after.NameOf(run.accesses[n].site)] = n;
    const Selection all = FindCandidates(pair.runs, pair.impact, {}, true);
    std::vector<bool> seen(all.candidates.size(), false);
    std::vector<std::uint32_t> when(run.accesses.size());
    std::uint32_t now = 0;
    const std::function<void(const State&)> explore = [&](const State& state) {
      if (state.Done(program)) {
        for (std::size_t c = 0; c < seen.size(); ++c) {
          const Candidate& candidate = all.candidates[c];
          if (seen[c] || candidate.length == 2) continue;
          bool ordered = true;
          for (std::uint32_t k = 1; k < candidate.length; ++k)
            ordered &= when[candidate.accesses[k - 1]] < when[candidate.accesses[k]];
          seen[c] = ordered;
        }
        return;
      }
      for (unsigned t = 0; t < program.size(); ++t) {
        if (!state.Can(program, t)) continue;
        State next = state;
        const Operation& op = program[t][state.at[t]];
        next.Do(program, t);
        if (const auto known = number.find(op.name); known != number.end()) when[known->second] = ++now;
        explore(next);
      }
    };
    explore(State{std::vector<std::size_t>(program.size()), {}, 0});
    for (std::size_t c = 0; c < seen.size(); ++c) {
      if (all.candidates[c].length == 2) continue;
      if (seen[c]) ASSERT_TRUE(all.candidates[c].feasible) << i;
      shown += seen[c], rejected += !all.candidates[c].feasible;
    }
  }
  EXPECT_GE(shown, 300);
  EXPECT_GE(rejected, 100);
}

}  // namespace
}  // namespace reweave::recontest
