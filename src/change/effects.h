// What a change does besides changing statements: virtual calls that lead to other functions, data that nobody declared, other
// synchronisation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "change/matching.h"

namespace reweave::inline change {

struct VirtualChange {
  std::string record;  // whose table differs: "Safe"
  std::uint32_t slot = 0;  // as calls have it
  std::string before, now;  // ids of the functions
};

std::vector<VirtualChange> VirtualChanges(const Matching& matching);

// Whether a virtual call of NEW may run the changed entry: the receiver is declared as the class, a base or a derived one.
class VirtualCallers {
 public:
  explicit VirtualCallers(const Facts& new_facts);
  bool MayRun(const CallSite& call, const VirtualChange& change) const;

 private:
  bool Derives(const std::string& record, const std::string& base, int depth) const;
  const Facts& facts_;
};

// Data that no declaration and no code stands for and that differs: tables of virtual functions, aliases, the order of
// constructors. By readable name.
std::vector<std::string> ChangedData(const Matching& matching);

// Whether calls that synchronise, or atomic accesses, were added, removed or modified in the project's own code.
// library: whether a function of that name synchronises, though no operation of the call says so.
bool SynchronisationChanged(const Matching& matching, bool (*library)(std::string_view name));

// The call ends the thread's way through the function: it throws, aborts or exits.
bool NeverReturns(const CallSite& call);

}  // namespace reweave::inline change
