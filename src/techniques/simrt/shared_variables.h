// What the static analyses know of the new version, as far as choosing tests needs it: accesses to shared memory (SV tuples),
// which of them the change affects, and the pairs that could race because of it (impacted shared-variable pairs).
//
// Blocks are those of the old version, in which the histories were recorded. Everything here is plain data; nothing runs or reads
// files.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace reweave::inline simrt {

// A block of the old version. `function` is a function id.
struct OldBlock {
  std::string function;
  std::uint32_t block = 0;
  friend auto operator<=>(const OldBlock&, const OldBlock&) = default;
};

// A block that a thread may have missed by chance: it came to a branch whose outcome other threads decide, and went the other
// way. Another run of the same test may bring it there.
struct Chance {
  OldBlock at;  // the branch: a thread that was here,
  OldBlock unless;  // not here (what the branch decides about on the way to the block),
  std::uint32_t writers = 0;  // while another thread was at one of these (ChanceTable::writers)
  friend auto operator<=>(const Chance&, const Chance&) = default;
};
struct ChanceTable {
  struct Writers {
    std::vector<OldBlock> any;  // of any other thread; sorted
    std::vector<OldBlock> not_main;  // of any other thread but the first: that one is there only while it is alone
    bool always = false;  // a lock that was tried, a wait that timed out: no write decides
  };
  std::vector<Writers> writers;
  std::vector<std::vector<Chance>> sets;  // alternatives; the first is empty
};

enum class ImpactCase : std::uint8_t { kNone = 0, kDirect = 1, kFunction = 2, kSync = 3, kVolatile = 4, kIndirect = 5 };

// One static access of the new version to memory that threads may share.
struct SharedAccess {
  std::string function;  // C.M: a function of the old version, "" if none was found
  std::string real_function;  // of the new version, where the access is
  std::string variable;  // "HM::table_"
  std::uint32_t alias_class = 0;
  std::string file;
  std::uint32_t line = 0, column = 0;
  bool write = false, atomic = false;
  bool recast = false;  // atomic, and the change made another operation of it (recast_atomics.h)
  bool multi_thread = true;  // its function may run in two threads at once
  bool spawned = false;  // reached only through a thread that the new version creates: a thread of its own
  std::vector<OldBlock> blocks;  // alternatives; empty: unmapped
  bool beside_only = false;  // what the first thread did there while it was alone does not count: it is still alone there
  std::vector<OldBlock> through;  // its thread must have been at one of these, too; empty: it need not
  std::uint32_t chances = 0;  // ChanceTable::sets: threads that may come there in another run
  ImpactCase impact = ImpactCase::kNone;
  std::string reason;  // the edit it derives from, for people

  bool impacted() const { return impact != ImpactCase::kNone; }
};

// Indices into the list of accesses, first <= second.
struct AccessPair {
  std::uint32_t first = 0, second = 0;
  friend auto operator<=>(const AccessPair&, const AccessPair&) = default;
};

// May the two locations be the same? Asked for accesses of one alias class only: classes are transitive, aliasing is not.
using MayAlias = std::function<bool(const SharedAccess&, const SharedAccess&)>;

// Matcher: the impacted pairs, sorted. Same class and may alias, one writes, one is impacted, not both atomic unless one of them
// is recast; an access pairs with itself if it writes and its function may run in two threads. `may_alias` empty: the class
// decides.
std::vector<AccessPair> ImpactedPairs(const std::vector<SharedAccess>& accesses, const MayAlias& may_alias = {});

// The same for large programs, where pairs grow with the square of the accesses: they are found as products of groups of accesses
// that are alike, and counted without being listed. Up to `most` all are listed. Beyond, of pairs of one class that lie in the
// same blocks one is listed: which tests are selected depends on blocks alone. Classes for which even that is too much are not
// listed, only their accesses are.
struct PairList {
  std::vector<AccessPair> pairs;  // sorted
  std::uint64_t total = 0;
  std::vector<std::uint32_t> crowded;  // accesses of classes whose pairs are not listed, sorted
};
inline constexpr std::size_t kMostPairs = 1'000'000;
// `places`: by access; accesses with the same number of one class are at the same places, so that one answer of `may_alias` holds
// for all of them. Empty: each is a case of its own.
PairList ListPairs(const std::vector<SharedAccess>& accesses, const std::vector<std::uint32_t>& places, const MayAlias& may_alias,
                   std::size_t most = kMostPairs);

}  // namespace reweave::inline simrt
