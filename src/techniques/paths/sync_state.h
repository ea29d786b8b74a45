// Who holds, waits and may go on, while operations of a run are executed in another order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "techniques/paths/run.h"

namespace reweave::paths {

enum class SyncRules : std::uint8_t {
  kNone,    // synchronisation does not enter at all
  kFlags,   // the published model: a flag per lock and per waiting thread; waiting has nothing to do with a lock
  kNative,  // as POSIX has it
};

// What never changes while a run is reordered.
class SyncWorld {
 public:
  // threads: those whose operations take part; others count as having done everything.
  SyncWorld(const Execution& run, SyncRules rules, std::vector<bool> threads = {});

  SyncRules rules() const { return rules_; }
  const Execution& run() const { return *run_; }

 private:
  friend class SyncState;
  const Execution* run_;
  SyncRules rules_;
  std::vector<bool> takes_part_;
  std::uint32_t objects_ = 0;
  std::vector<std::int32_t> first_;                        // by object: count of a semaphore at the beginning
  std::vector<std::uint32_t> channel_;                     // by operation: its place among channel operations, or 0
  struct Arrivals {
    std::uint32_t count = 0;
    bool has_last = false;  // somebody was told to be the last, and takes part
  };
  std::vector<std::pair<std::uint64_t, Arrivals>> arrivals_;  // by object and generation, sorted
  std::vector<bool> created_;                              // by thread: another takes part that creates it
};

class SyncState {
 public:
  enum class Can : std::uint8_t { kYes, kBlocked, kDiffers };  // kDiffers: it goes on, but with another result

  explicit SyncState(const SyncWorld& world);
  Can Check(const SyncWorld& world, std::uint32_t op) const;
  // How many different ways to execute it: a signal wakes one of several waiters.
  std::uint32_t Choices(const SyncWorld& world, std::uint32_t op) const;
  void Execute(const SyncWorld& world, std::uint32_t op, std::uint32_t choice = 0);
  void AppendTo(std::string& key) const;

 private:
  bool Free(std::uint32_t lock, bool shared, std::uint16_t thread) const;
  void Take(std::uint32_t lock, bool shared, std::uint16_t thread);
  void GiveBack(std::uint32_t lock, std::uint16_t thread, bool all);
  Can CheckNative(const SyncWorld& world, const Op& op, std::uint32_t number) const;

  struct Object {
    std::int32_t holder = 0;  // thread + 1; a count; 1 an initialiser runs, 2 it is done
    std::int32_t depth = 0;   // or readers, as a negative number
    friend bool operator==(const Object&, const Object&) = default;
  };
  enum : std::uint8_t { kCreated = 1, kEnded = 2, kWaits = 4, kWoken = 8 };
  std::vector<Object> objects_;
  std::vector<std::uint8_t> threads_;
  std::vector<std::pair<std::uint32_t, std::uint16_t>> waiting_;  // by arrival
  std::vector<std::uint32_t> arrived_;                            // as world.arrivals_
  std::uint32_t channel_ = 0;
};

}  // namespace reweave::paths
