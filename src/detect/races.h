// Data races of a run.
//
// A race: two accesses of different threads to a common byte, one of them a write, not both atomic, not ordered by
// happens-before (detect/happens_before.h). A potential race (docs/techniques/simrt.md): the same, but lock hand-over does not
// order and no common lock is held (a shared hold protects only against an exclusive one); another schedule may make it a race.
//
// All pairs of access sites are kept, not only the first of a location: an access is compared with the latest one of every
// (thread, site, caller, locks) that touched its bytes; earlier ones are ordered before whatever those are ordered before.
// A trace may lack accesses made before their location was known to be shared: pairs are then missing, never made up. Where
// the annotations of reweave/annotate.h say so, accesses are passed over (benign race, ignore region) or memory is new.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "abi/control.h"
#include "detect/happens_before.h"
#include "trace/meaning.h"
#include "trace/trace.h"

namespace reweave::detect {

struct RacingAccess {
  std::uint32_t event = 0;  // index into Trace::events
  std::uint16_t tid = 0;
  bool write = false, atomic = false;
  std::uint32_t site = 0, caller = 0;
};

struct RacePair {
  RacingAccess first, second;     // in the order of the run
  std::uint64_t address = 0;      // of a byte that both touch
  bool potential = false;         // ordered in this run, by lock hand-over alone
  std::uint64_t occurrences = 0;  // in this run; repetitions by one thread on end count once

  // The same for the same two places, whichever came first.
  std::uint64_t key() const;
};

class RaceDetector {
 public:
  struct Options {
    bool potential = true;
    std::size_t most_pairs = 100'000;  // of one run; more are counted but not kept
  };
  RaceDetector() : RaceDetector(Options{}) {}
  explicit RaceDetector(Options options) : options_(options) {}

  // Analyses one run; what was found before is forgotten. A detector may be reused for any number of runs.
  void Analyse(const Trace& trace);

  // In order of the second access. A pair of places is a race or a potential race of the run, not both.
  const std::vector<RacePair>& pairs() const { return pairs_; }
  bool any_race() const { return races_ > 0; }
  // The bytes on which accesses raced (not only potentially), benign ones included, and those that a thread and a signal handler
  // in it touched: 8 bytes of memory each.
  const std::vector<abi::SharedSlot>& racing() const { return racing_; }
  // Pairs that are left out because both threads were in a library without hooks that may order them: how many, by its path.
  const std::map<std::string, std::uint64_t>& hidden() const { return hidden_; }
  // Calls of functions without hooks that got a pointer to memory which another thread used at the same time (sites). They may
  // race; nobody sees it.
  const std::vector<std::uint32_t>& suspected() const { return suspected_; }

 private:
  enum Flags : std::uint8_t { kWrite = 1, kAtomic = 2, kSuspected = 4, kOfState = 8 };
  struct Entry {  // the latest access of a thread from a place under a set of locks
    std::uint32_t site, caller, lockset;
    Time time;
    std::uint32_t event;
    std::uint16_t tid;
    std::uint8_t mask, flags;
  };
  struct Cell {  // 8 bytes of the program
    std::uint32_t first = 0;
    std::uint16_t count = 0, capacity = 0;
    std::uint32_t streak = 0;  // event from which on only thread `last` was here
    std::uint32_t lockset = 0;  // of all accesses so far, unless `mixed`
    std::uint16_t last = 0;
    bool mixed = false, has_atomic = false, has_plain = false;
  };
  struct Range {
    std::uint64_t from, to;
  };

  void ReadPreamble(const Trace& trace);
  void Annotated(const abi::Event& event);
  void Access(const abi::Event& event, std::uint32_t index, std::uint8_t flags);
  void Touch(std::uint64_t granule, Entry now);
  bool CanConflict(const Cell& cell, const Entry& now) const;
  void Compare(const Cell& cell, const Entry& now, std::uint64_t granule);
  Entry* OwnEntry(const Cell& cell, const Entry& now, std::uint32_t** hint);
  std::uint32_t Append(Cell& cell, const Entry& entry);
  void Report(const Entry& before, const Entry& now, std::uint64_t granule, bool race);
  void Racing(std::uint64_t granule, std::uint8_t mask);
  void NewMemory(std::uint64_t address, std::uint64_t size);
  void DropBenign();
  void InLibrary(const std::vector<abi::Event>& events, std::size_t at);
  bool Hide(std::uint16_t a, std::uint16_t b);
  static std::uint8_t Suspicions(const abi::Event& event);
  void Suspect(const Entry& entry);

  Options options_;
  HappensBefore order_;
  AddressMap<Cell> cells_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> hints_ = std::vector<std::uint32_t>(4096);  // where an entry was seen last, by hash
  AddressMap<std::uint32_t> known_;  // key of a pair: its index in pairs_
  std::vector<RacePair> pairs_;
  std::size_t races_ = 0;
  AddressMap<std::uint32_t> racing_at_;  // granule: its index in racing_ + 1
  std::vector<abi::SharedSlot> racing_;
  std::vector<Range> benign_, benign_before_;
  std::shared_ptr<const Preamble> preamble_;
  std::vector<std::uint64_t> foreign_, foreign_before_;  // by thread: numbers of the libraries it was in, as bits
  std::vector<std::string> libraries_;  // by number
  std::map<std::string, std::uint64_t> hidden_;
  std::vector<std::uint32_t> suspected_;
};

}  // namespace reweave::detect
