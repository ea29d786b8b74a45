// From addresses to variables: bytes that are accessed together, as long as their object lives.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "detect/address_map.h"
#include "trace/trace.h"

namespace reweave::paths {

// Goes over a run once, before it is followed; then answers for every access in the same order.
class VariableFinder {
 public:
  explicit VariableFinder(const Trace& trace);

  // The variable of event number i (an access), kNone for others.
  static constexpr std::uint32_t kNone = ~0u;
  std::uint32_t Of(std::size_t event) const { return event < of_.size() && of_[event] != kNone ? Root(of_[event]) : kNone; }
  // Two threads access it, one of them writes.
  bool Shared(std::uint32_t variable) const { return states_[variable].threads > 1 && states_[variable].written; }
  bool OfSeveral(std::uint32_t variable) const { return states_[variable].threads > 1; }
  // Some accesses touch only a part of it.
  bool Mixed(std::uint32_t variable) const { return states_[variable].mixed; }
  std::uint64_t Name(std::uint32_t variable) const { return states_[variable].name; }
  std::size_t count() const { return states_.size(); }

 private:
  struct State {
    std::uint64_t name = 0;
    std::uint32_t first_thread = kNone;
    std::uint32_t size = 0;
    std::uint8_t threads = 0;  // 2: at least
    bool written = false, mixed = false;
  };
  struct Granule {
    std::array<std::uint32_t, 8> bytes;
    bool used = false;
  };
  std::uint32_t Root(std::uint32_t variable) const;
  std::uint32_t Merge(std::uint32_t a, std::uint32_t b);
  std::uint32_t Locate(std::uint64_t address, std::uint64_t size);
  void Forget(std::uint64_t address, std::uint64_t size);

  detect::AddressMap<Granule> granules_;
  std::vector<std::uint32_t> of_;              // by event
  mutable std::vector<std::uint32_t> parent_;  // by variable
  std::vector<State> states_;
  std::vector<std::uint32_t> generations_;
};

}  // namespace reweave::paths
