#include "techniques/simrt/selector.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_map>

namespace reweave::inline simrt {

namespace {

using Threads = std::vector<ThreadId>;  // sorted, without repetition

// Two different threads, one of each; the smallest such pair. A fresh thread differs from all, also from itself.
std::optional<std::pair<ThreadId, ThreadId>> Different(std::span<const ThreadId> first, std::span<const ThreadId> second) {
  if (first.empty() || second.empty()) return std::nullopt;
  for (const ThreadId a : first)
    for (const ThreadId b : second)
      if (a != b || a == kFreshThread) return std::pair(a, b);
  return std::nullopt;
}

// Which accesses can be told from which blocks: block number -> accesses.
struct BlockIndex {
  std::vector<std::uint32_t> first;     // by block, into accesses; one more than blocks
  std::vector<std::uint32_t> accesses;
};

BlockIndex IndexAccesses(const std::vector<SharedAccess>& accesses, const BlockNumbers& numbers) {
  std::vector<std::vector<std::uint32_t>> by_block(numbers.size());
  for (std::uint32_t i = 0; i < accesses.size(); ++i)
    for (const OldBlock& block : accesses[i].blocks)
      if (const auto number = numbers.Find(block)) by_block[*number].push_back(i);
  BlockIndex out;
  out.first.push_back(0);
  for (auto& list : by_block) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    out.accesses.insert(out.accesses.end(), list.begin(), list.end());
    out.first.push_back(static_cast<std::uint32_t>(out.accesses.size()));
  }
  return out;
}

// Pairs of each access, so that only pairs of accesses that a test reaches are looked at.
std::vector<std::vector<std::uint32_t>> IndexPairs(const std::vector<AccessPair>& pairs, std::size_t accesses) {
  std::vector<std::vector<std::uint32_t>> out(accesses);
  for (std::uint32_t p = 0; p < pairs.size(); ++p) out[pairs[p].first].push_back(p);
  return out;
}

// Where threads of a test may come in another run (Chance). Numbers in place of blocks.
class MayCome {
 public:
  MayCome(const ChanceTable& table, const BlockNumbers& numbers, const std::vector<SharedAccess>& accesses)
      : writers_(table.writers.size()), accesses_of_(table.sets.size()) {
    for (std::uint32_t i = 0; i < accesses.size(); ++i)
      if (accesses[i].chances != 0 && accesses[i].chances < accesses_of_.size()) accesses_of_[accesses[i].chances].push_back(i);
    const auto number = [&](const std::vector<OldBlock>& blocks) {
      std::vector<std::uint32_t> out;
      for (const OldBlock& block : blocks)
        if (const auto found = numbers.Find(block)) out.push_back(*found);
      return out;
    };
    for (std::size_t w = 0; w < table.writers.size(); ++w)
      writers_[w] = {number(table.writers[w].any), number(table.writers[w].not_main), table.writers[w].always};
    at_.resize(numbers.size());
    for (std::uint32_t set = 1; set < table.sets.size(); ++set)
      for (const Chance& chance : table.sets[set])
        if (const auto at = numbers.Find(chance.at))
          at_[*at].push_back({set, numbers.Find(chance.unless).value_or(kNone), chance.writers});
  }
  bool empty() const { return accesses_of_.size() <= 1; }

  // Calls `come(access, thread, alone)`, for some more than once.
  template <typename F>
  void ForEach(const TestCoverage& test, const F& come) {
    known_.clear();
    std::vector<std::tuple<std::uint32_t, ThreadId, bool>> found;  // set, thread, whether it was alone
    for (const auto& entry : test.entries) {
      if (entry.block >= at_.size()) continue;
      for (const At& at : at_[entry.block])
        if (!std::ranges::binary_search(test.entries, TestCoverage::Entry{at.unless, entry.thread}) &&
            OtherThanOne(test, at.writers, entry.thread))
          found.push_back({at.set, entry.thread, std::ranges::binary_search(test.alone, entry)});
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const auto& [set, thread, alone] : found)
      for (const std::uint32_t access : accesses_of_[set]) come(access, thread, alone);
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct At {
    std::uint32_t set, unless, writers;
  };
  struct Writers {
    std::vector<std::uint32_t> any, not_main;
    bool always = false;
  };
  // Some thread other than this one was at what they write.
  bool OtherThanOne(const TestCoverage& test, std::uint32_t number, ThreadId thread) {
    if (writers_[number].always) return true;
    const auto [entry, fresh] = known_.try_emplace(number);
    std::vector<ThreadId>& two = entry->second;  // at most two different ones
    const auto collect = [&](const std::vector<std::uint32_t>& blocks, bool main) {
      for (const std::uint32_t block : blocks) {
        const auto [first, last] = std::ranges::equal_range(test.entries, block, {}, &TestCoverage::Entry::block);
        for (auto at = first; at != last && two.size() < 2; ++at) {
          const ThreadId who = at->thread;
          if ((main || (who & 0xffffffff) != 0) && std::ranges::find(two, who) == two.end()) two.push_back(who);
        }
      }
    };
    if (fresh) {
      collect(writers_[number].any, true);
      collect(writers_[number].not_main, false);
    }
    return std::ranges::any_of(two, [&](ThreadId who) { return who != thread; });
  }

  std::vector<Writers> writers_;
  std::vector<std::vector<std::uint32_t>> accesses_of_;  // by set
  std::vector<std::vector<At>> at_;  // by block
  std::unordered_map<std::uint32_t, std::vector<ThreadId>> known_;  // of one test, by writers
};

// Threads of one test by access. Reused from test to test: only what a test touched is cleared.
class Reached {
 public:
  Reached(const std::vector<SharedAccess>& accesses, BlockIndex index, MayCome may_come)
      : accesses_(accesses),
        index_(std::move(index)),
        may_come_(std::move(may_come)),
        threads_(accesses.size()),
        beside_(accesses.size()),
        through_(accesses.size()) {}

  // For accesses whose thread must have been elsewhere, too.
  void RequireThrough(const BlockNumbers& numbers) {
    for (std::uint32_t i = 0; i < accesses_.size(); ++i)
      for (const OldBlock& block : accesses_[i].through)
        if (const auto number = numbers.Find(block)) through_[i].push_back(*number);
  }

  void Use(const TestCoverage& test) {
    for (const std::uint32_t access : touched_) {
      threads_[access].clear();
      beside_[access].clear();
    }
    touched_.clear();
    auto alone = test.alone.begin();  // goes along with the entries
    for (const auto& entry : test.entries) {
      const bool was_alone = alone != test.alone.end() && *alone == entry;
      if (was_alone) ++alone;
      if (entry.block + 1 >= index_.first.size()) continue;
      for (std::uint32_t i = index_.first[entry.block]; i < index_.first[entry.block + 1]; ++i)
        Add(index_.accesses[i], entry.thread, was_alone);
    }
    if (!may_come_.empty())
      may_come_.ForEach(test, [&](std::uint32_t access, ThreadId thread, bool was_alone) { Add(access, thread, was_alone); });
    std::ranges::sort(touched_);
    for (const std::uint32_t access : touched_)
      for (Threads* list : {&threads_[access], &beside_[access]}) {
        std::ranges::sort(*list);
        list->erase(std::unique(list->begin(), list->end()), list->end());
        if (!accesses_[access].through.empty()) KeepThrough(access, *list, test);
      }
    std::erase_if(touched_, [&](std::uint32_t access) { return threads_[access].empty(); });
  }
  const std::vector<std::uint32_t>& accesses() const { return touched_; }
  const Threads& threads(std::uint32_t access) const { return threads_[access]; }
  // Those that come there beside others.
  const Threads& beside(std::uint32_t access) const { return beside_[access]; }

 private:
  void Add(std::uint32_t access, ThreadId thread, bool alone) {
    Threads& list = threads_[access];
    if (list.empty()) touched_.push_back(access);
    if (accesses_[access].spawned) thread = kFreshThread;
    if (list.empty() || list.back() != thread) list.push_back(thread);
    if (alone && accesses_[access].beside_only) return;
    if (Threads& beside = beside_[access]; beside.empty() || beside.back() != thread) beside.push_back(thread);
  }

  void KeepThrough(std::uint32_t access, Threads& list, const TestCoverage& test) {
    const auto was_there = [&](const auto& thread) {
      return std::ranges::any_of(through_[access], [&](std::uint32_t block) {
        const auto [first, last] = std::ranges::equal_range(test.entries, block, {}, &TestCoverage::Entry::block);
        return std::any_of(first, last, [&](const TestCoverage::Entry& entry) {
          return thread == kFreshThread || ThreadId(entry.thread) == thread;
        });
      });
    };
    std::erase_if(list, [&](ThreadId thread) { return !was_there(thread); });
  }

  const std::vector<SharedAccess>& accesses_;
  BlockIndex index_;
  MayCome may_come_;
  std::vector<Threads> threads_, beside_;
  std::vector<std::vector<std::uint32_t>> through_;
  std::vector<std::uint32_t> touched_;
};

TestTargets TargetsOf(const Reached& reached, const std::vector<SharedAccess>& accesses, const std::vector<AccessPair>& pairs,
                      const std::vector<std::vector<std::uint32_t>>& pairs_of) {
  TestTargets out;
  for (const std::uint32_t access : reached.accesses()) {
    (accesses[access].impacted() ? out.impacted : out.other).push_back(access);
    for (const std::uint32_t pair : pairs_of[access]) {
      const Threads& second = reached.threads(pairs[pair].second);
      if (second.empty()) continue;
      out.pairs_any.push_back(pair);
      if (const auto threads = Different(reached.beside(access), reached.beside(pairs[pair].second)))
        out.pairs.push_back({pair, threads->first, threads->second});
    }
  }
  std::ranges::sort(out.pairs_any);
  std::ranges::sort(out.pairs, {}, &PairThreads::pair);
  return out;
}

std::optional<SelectReason> ReasonFor(const TestCoverage& test, const TestTargets& targets) {
  if (!targets.pairs.empty()) return SelectReason::kCovers;
  if (!test.known) return SelectReason::kNoHistory;
  if (!test.complete) return SelectReason::kIncomplete;
  if (test.failed_last) return SelectReason::kFailedLast;
  return std::nullopt;
}

}  // namespace

std::uint32_t BlockNumbers::Add(const OldBlock& block) {
  const auto [entry, fresh] = numbers_.try_emplace(block, size());
  if (fresh) blocks_.push_back(&entry->first);
  return entry->second;
}

std::optional<std::uint32_t> BlockNumbers::Find(const OldBlock& block) const {
  const auto found = numbers_.find(block);
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

namespace {
void SortEntries(std::vector<TestCoverage::Entry>& entries) {
  std::ranges::sort(entries);
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
}
}  // namespace

void TestCoverage::Sort() { SortEntries(entries); }

void TestCoverage::AddAlone(std::vector<Entry> more) {
  std::erase_if(more, [&](const Entry& entry) { return std::ranges::binary_search(entries, entry); });
  SortEntries(more);
  entries.insert(entries.end(), more.begin(), more.end());
  SortEntries(entries);
  alone = std::move(more);
}

void TestCoverage::Renumber(const std::function<std::uint32_t(std::uint32_t)>& number) {
  for (std::vector<Entry>* list : {&entries, &alone}) {
    for (Entry& entry : *list) entry.block = number(entry.block);
    SortEntries(*list);
  }
}

const char* Text(SelectReason reason) {
  switch (reason) {
    case SelectReason::kCovers: return "covers";
    case SelectReason::kNoHistory: return "no history";
    case SelectReason::kIncomplete: return "incomplete";
    case SelectReason::kFailedLast: return "failed last time";
    case SelectReason::kEverything: return "everything changed";
    case SelectReason::kCrowded: return "shares much";
    case SelectReason::kChanged: return "enters a changed function";
    case SelectReason::kUndecided: return "the analysis was not finished";
  }
  return "?";
}

bool Selection::Has(std::uint32_t test) const { return std::ranges::binary_search(chosen, test, {}, &Chosen::test); }

Selection SelectTests(const std::vector<SharedAccess>& accesses, const std::vector<AccessPair>& pairs,
                      const BlockNumbers& numbers, const std::vector<TestCoverage>& tests, const ChanceTable& chances) {
  Selection out;
  const auto pairs_of = IndexPairs(pairs, accesses.size());
  Reached reached(accesses, IndexAccesses(accesses, numbers), MayCome(chances, numbers, accesses));
  reached.RequireThrough(numbers);
  std::vector<char> covered(pairs.size(), 0);
  out.targets.reserve(tests.size());
  for (std::uint32_t i = 0; i < tests.size(); ++i) {
    reached.Use(tests[i]);
    out.targets.push_back(TargetsOf(reached, accesses, pairs, pairs_of));
    for (const PairThreads& pair : out.targets[i].pairs) covered[pair.pair] = 1;
    if (const auto reason = ReasonFor(tests[i], out.targets[i])) out.chosen.push_back({i, *reason});
  }
  for (std::uint32_t p = 0; p < pairs.size(); ++p)
    if (!covered[p]) out.uncovered.push_back(p);
  return out;
}

void AddChosen(const std::vector<std::uint32_t>& tests, SelectReason reason, Selection& selection) {
  std::vector<Selection::Chosen> more;
  for (const std::uint32_t test : tests)
    if (!selection.Has(test)) more.push_back({test, reason});
  selection.chosen.insert(selection.chosen.end(), more.begin(), more.end());
  std::ranges::sort(selection.chosen, {}, &Selection::Chosen::test);
}

namespace {

// Blocks by number: 1 counts as one thread, 2 as two.
void SelectTwoThreads(const std::vector<char>& blocks, SelectReason reason, const std::vector<TestCoverage>& tests,
                      Selection& selection) {
  std::vector<std::uint32_t> more;
  for (std::uint32_t i = 0; i < tests.size(); ++i) {
    std::optional<ThreadId> first;
    for (const TestCoverage::Entry& entry : tests[i].entries) {
      if (entry.block >= blocks.size() || !blocks[entry.block]) continue;
      if (blocks[entry.block] == 2 || (first && *first != entry.thread)) {
        more.push_back(i);
        break;
      }
      first = entry.thread;
    }
  }
  AddChosen(more, reason, selection);
}

}  // namespace

void SelectEverywhere(const std::vector<OldBlock>& shared, const BlockNumbers& numbers, const std::vector<TestCoverage>& tests,
                      Selection& selection) {
  std::vector<char> wanted(numbers.size(), 0);
  for (const OldBlock& block : shared)
    if (const auto number = numbers.Find(block)) wanted[*number] = 1;
  SelectTwoThreads(wanted, SelectReason::kEverything, tests, selection);
}

void SelectCrowded(const std::vector<SharedAccess>& accesses, const std::vector<std::uint32_t>& crowded,
                   const BlockNumbers& numbers, const std::vector<TestCoverage>& tests, const ChanceTable& chances,
                   Selection& selection) {
  std::vector<char> wanted(numbers.size(), 0);
  for (const std::uint32_t access : crowded) {
    const auto want = [&](const OldBlock& block) {
      if (const auto number = numbers.Find(block))
        wanted[*number] = std::max<char>(wanted[*number], accesses[access].spawned ? 2 : 1);
    };
    std::ranges::for_each(accesses[access].blocks, want);
    if (accesses[access].chances < chances.sets.size())
      for (const Chance& chance : chances.sets[accesses[access].chances]) want(chance.at);
  }
  SelectTwoThreads(wanted, SelectReason::kCrowded, tests, selection);
}

std::optional<std::uint32_t> NearestTest(const Selection& selection, const std::vector<AccessPair>& pairs,
                                         const std::vector<SharedAccess>& accesses, std::uint32_t pair) {
  std::optional<std::uint32_t> one;
  const auto reaches = [&](const TestTargets& targets, std::uint32_t access) {
    return std::ranges::binary_search(accesses[access].impacted() ? targets.impacted : targets.other, access);
  };
  for (std::uint32_t i = 0; i < selection.targets.size(); ++i) {
    const TestTargets& targets = selection.targets[i];
    if (std::ranges::binary_search(targets.pairs_any, pair)) return i;
    if (!one && (reaches(targets, pairs[pair].first) || reaches(targets, pairs[pair].second))) one = i;
  }
  return one;
}

std::vector<std::optional<std::uint32_t>> NearestTests(const Selection& selection, const std::vector<AccessPair>& pairs,
                                                       std::size_t accesses, std::size_t count) {
  std::vector<std::optional<std::uint32_t>> out(count), reaches(accesses);
  const auto first = [](std::optional<std::uint32_t>& known, std::uint32_t test) {
    if (!known) known = test;
  };
  for (std::uint32_t i = 0; i < selection.targets.size(); ++i) {
    const TestTargets& targets = selection.targets[i];
    for (const std::uint32_t pair : targets.pairs_any)
      if (pair < count) first(out[pair], i);
    for (const auto* list : {&targets.impacted, &targets.other})
      for (const std::uint32_t access : *list) first(reaches[access], i);
  }
  for (std::size_t p = 0; p < count; ++p) {
    if (out[p]) continue;
    const auto &a = reaches[pairs[p].first], &b = reaches[pairs[p].second];
    out[p] = a && b ? std::min(*a, *b) : a ? a : b;
  }
  return out;
}

std::vector<std::uint32_t> SelectAll(std::size_t tests) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < tests; ++i) out.push_back(i);
  return out;
}

std::vector<std::uint32_t> SelectChanged(const std::vector<OldBlock>& changed, const BlockNumbers& numbers,
                                         const std::vector<TestCoverage>& tests) {
  std::vector<char> dangerous(numbers.size(), 0);
  for (const OldBlock& block : changed)
    if (const auto number = numbers.Find(block)) dangerous[*number] = 1;
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < tests.size(); ++i)
    if (!tests[i].known || !tests[i].complete || std::ranges::any_of(tests[i].entries, [&](const auto& entry) {
          return entry.block < dangerous.size() && dangerous[entry.block];
        }))
      out.push_back(i);
  return out;
}

std::vector<std::uint32_t> SelectWithoutThreads(const Selection& selection, const std::vector<TestCoverage>& tests) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < tests.size(); ++i)
    if (!selection.targets[i].pairs_any.empty() || selection.Has(i)) out.push_back(i);
  return out;
}

}  // namespace reweave::inline simrt
