// Selector: which tests can bring two threads to an impacted pair, and what else each test covers. Pure functions of histories
// and accesses; docs/techniques/simrt.md has the definitions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "techniques/simrt/compact_thread.h"
#include "techniques/simrt/shared_variables.h"

namespace reweave::inline simrt {

// Numbers for the blocks of the old version, so that histories hold numbers instead of names.
class BlockNumbers {
 public:
  std::uint32_t Add(const OldBlock& block);
  std::optional<std::uint32_t> Find(const OldBlock& block) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(blocks_.size()); }
  const OldBlock& operator[](std::uint32_t number) const { return *blocks_[number]; }

 private:
  std::map<OldBlock, std::uint32_t> numbers_;
  std::vector<const OldBlock*> blocks_;
};

// One test as selection sees it. Entries are needed only for blocks that some access or change has: the rest of a history may be
// left out.
struct TestCoverage {
  struct Entry {
    std::uint32_t block;
    CompactThread thread;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  std::string name;
  std::vector<Entry> entries;    // sorted
  std::vector<Entry> alone;      // sorted: those of them that a first thread has only from when it was alone
  bool known = true;             // it has a history
  bool complete = true;
  bool failed_last = false;
  std::string note;              // why it is incomplete, for people

  void Sort();
  // After Sort: what first threads entered while they were alone.
  void AddAlone(std::vector<Entry> more);
  // Gives every block another number, in all that is kept of it.
  void Renumber(const std::function<std::uint32_t(std::uint32_t)>& number);
};

// Why a test is in the selection; the order is the order of importance.
enum class SelectReason : std::uint8_t {
  kCovers,
  kNoHistory,
  kIncomplete,
  kFailedLast,
  kEverything,
  kCrowded,
  kChanged,
  kUndecided
};
const char* Text(SelectReason reason);

struct PairThreads {
  std::uint32_t pair;            // index into the pairs
  CompactThread first, second;        // threads that reach the two accesses; kFreshThread: one that the new version creates
  friend bool operator==(const PairThreads&, const PairThreads&) = default;
};

// What one test covers: indices, sorted.
struct TestTargets {
  std::vector<PairThreads> pairs;          // with the condition on threads
  std::vector<std::uint32_t> pairs_any;    // without it
  std::vector<std::uint32_t> impacted;     // impacted accesses, by block alone
  std::vector<std::uint32_t> other;        // accesses that are not impacted, by block alone
};

struct Selection {
  struct Chosen {
    std::uint32_t test;
    SelectReason reason;
    friend bool operator==(const Chosen&, const Chosen&) = default;
  };
  std::vector<Chosen> chosen;              // in the suite's order
  std::vector<TestTargets> targets;        // of every test
  std::vector<std::uint32_t> uncovered;    // pairs that no test covers
  bool Has(std::uint32_t test) const;
};

// The tests of T' with their reasons. `numbers` must hold the blocks of the coverage.
// A thread also counts where it may come by chance.
Selection SelectTests(const std::vector<SharedAccess>& accesses, const std::vector<AccessPair>& pairs,
                      const BlockNumbers& numbers, const std::vector<TestCoverage>& tests, const ChanceTable& chances = {});

// Where every function changed, pairs say little: also the tests that bring two threads to any of these blocks.
void SelectEverywhere(const std::vector<OldBlock>& shared, const BlockNumbers& numbers, const std::vector<TestCoverage>& tests,
                      Selection& selection);

// The same for accesses whose pairs are too many to list (PairList::crowded). A spawned access is a second thread by itself.
void SelectCrowded(const std::vector<SharedAccess>& accesses, const std::vector<std::uint32_t>& crowded,
                   const BlockNumbers& numbers, const std::vector<TestCoverage>& tests, const ChanceTable& chances,
                   Selection& selection);

// Those of `tests` that are not chosen yet, for this reason.
void AddChosen(const std::vector<std::uint32_t>& tests, SelectReason reason, Selection& selection);

// For a pair that no test covers: the test that comes nearest. One that reaches both accesses (in one thread) before one that
// reaches one of them; then the first. nullopt: no test reaches either.
std::optional<std::uint32_t> NearestTest(const Selection& selection, const std::vector<AccessPair>& pairs,
                                         const std::vector<SharedAccess>& accesses, std::uint32_t pair);
// The same for the first `count` pairs at once.
std::vector<std::optional<std::uint32_t>> NearestTests(const Selection& selection, const std::vector<AccessPair>& pairs,
                                                       std::size_t accesses, std::size_t count);

// --- baselines ------------------------------------------------------------------------------------------------------------

std::vector<std::uint32_t> SelectAll(std::size_t tests);                                         // RTA
// RTSC (DejaVu): tests that enter a changed block of the old version.
std::vector<std::uint32_t> SelectChanged(const std::vector<OldBlock>& changed, const BlockNumbers& numbers,
                                         const std::vector<TestCoverage>& tests);
std::vector<std::uint32_t> SelectWithoutThreads(const Selection& selection, const std::vector<TestCoverage>& tests);  // SimRT_N

}  // namespace reweave::inline simrt
