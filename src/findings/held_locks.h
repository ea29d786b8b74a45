// Which locks a thread holds at a point of a run, and what to call them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline findings {

// Fed with the events of a run in order, those of its preamble first.
class HeldLocks {
 public:
  void Apply(const abi::Event& event);
  // Addresses, in the order they were taken; a lock that is held twice is there once.
  const std::vector<std::uint64_t>& Of(std::uint16_t tid) const;

 private:
  void Take(std::uint16_t tid, std::uint64_t lock);
  void Release(std::uint16_t tid, std::uint64_t lock);

  std::map<std::uint16_t, std::vector<std::uint64_t>> held_;
};

// Locks by the variable they were taken through. Several locks of one name (a member of several objects) are numbered in the
// order of their first use: "Account::m #2".
class LockNames {
 public:
  LockNames(const Trace& trace, const SiteNames& names);
  std::string Of(std::uint64_t lock) const;  // its address where no name is known

 private:
  std::map<std::uint64_t, std::string> names_;
};

}  // namespace reweave::inline findings
