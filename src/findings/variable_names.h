// Names of what the operations of one run touch. Code of the standard library knows its own member only
// ("std::atomic<Node*>::_M_b"); if the program touches the same bytes by a name of its own somewhere in the run ("head"), that
// one is used. Failing that it is the container of the program that lies there, and then the one whose function was called.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline findings {

class VariableNames {
 public:
  VariableNames(const Trace& trace, const SiteNames& names);
  // May be empty. `object` is the address, 0: not known; `caller` the call of the program that led to it, 0: not known.
  const std::string& Of(std::uint32_t site, std::uint64_t object, std::uint32_t caller = 0) const;
  const std::string& Of(const abi::Event& event) const { return Of(event.site, event.obj, event.caller); }

 private:
  struct Container {
    std::uint64_t size;
    std::uint32_t site;  // with its name
  };
  bool IsProgramsName(std::uint32_t site) const;

  const SiteNames& names_;
  std::unordered_map<std::uint64_t, std::uint32_t> site_of_;  // by address: a site with a name of the program
  std::map<std::uint64_t, Container> containers_;             // by the address where it begins
};

}  // namespace reweave::inline findings
