// Synchronisation events of a trace as operations of a run.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "techniques/paths/run.h"
#include "trace/trace.h"

namespace reweave::paths {

class SyncOps {
 public:
  explicit SyncOps(RunBuilder& builder) : builder_(builder) {}

  struct Added {
    bool result = false;    // the program gets a result that depends on other threads
    bool external = false;  // or one from outside the program
  };
  // Locks that main took before the threads and still holds.
  void Start(const Trace& trace);
  Added Add(const abi::Event& event, std::uint32_t number);

 private:
  std::uint32_t ObjectOf(std::uint64_t address, std::uint64_t kind);

  RunBuilder& builder_;
  std::unordered_map<std::uint64_t, std::uint32_t> objects_;
};

}  // namespace reweave::paths
