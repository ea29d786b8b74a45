// Names of what the operations of one run touch. Code of the standard library knows its own member only
// ("std::atomic<Node*>::_M_b"); if the program touches the same bytes by a name of its own somewhere in the run ("head"), that
// one is used.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline findings {

class VariableNames {
 public:
  VariableNames(const Trace& trace, const SiteNames& names);
  // May be empty. `object` is the address, 0: not known.
  const std::string& Of(std::uint32_t site, std::uint64_t object) const;
  const std::string& Of(const abi::Event& event) const { return Of(event.site, event.obj); }

 private:
  const SiteNames& names_;
  std::unordered_map<std::uint64_t, std::uint32_t> site_of_;  // by address: a site with a name of the program
};

}  // namespace reweave::inline findings
