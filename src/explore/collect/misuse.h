// Locks that were given back by a thread that does not hold them. libc lets that happen, so the run goes on as it would natively:
// what the program does afterwards may fail in its own way. Once per place, after the search, the run is made again so that it
// ends there, which is an ordinary failing run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/collect/casebook.h"
#include "explore/collect/confirming.h"
#include "explore/collect/run_facts.h"

namespace reweave::inline collect {

class MisuseCollector {
 public:
  explicit MisuseCollector(Casebook& book) : book_(book) {}
  void Observe(const ObservedRun& run, const RunFacts& facts);
  // Hands a run that ends at each of them to `runs.failed`, whether there is time or not: it was seen, so it is reported.
  Result<void> Confirm(const Confirming& runs);
  // Says of what Confirm brought about when the search saw it first, and how often.
  void Stamp(std::vector<Finding>& findings) const;
  // Sentences about those that no run ended at.
  std::vector<std::string> NotRepeated() const;

  bool empty() const { return seen_.empty(); }
  void Restarted();
  void AddLeads(std::vector<Plan>& leads) const;

 private:
  struct Seen {
    std::uint16_t tid = 0;
    std::uint32_t ordinal = 0;
    Finding counts;  // of runs; the rest of it is empty
    Evidence evidence;
    bool repeated = false;
  };
  Casebook& book_;
  std::map<std::uint32_t, Seen> seen_;  // by site
};

}  // namespace reweave::inline collect
