#include "findings/variable_names.h"

#include <unordered_set>

#include "findings/readable_names.h"

namespace reweave::inline findings {

namespace {
bool IsProgramsName(const std::string& name) { return !name.empty() && !IsLibraryName(name); }
}  // namespace

VariableNames::VariableNames(const Trace& trace, const SiteNames& names) : names_(names) {
  std::unordered_set<std::uint64_t> several;  // freed and used again for something else: no name fits all of the run
  const auto add = [&](const std::vector<abi::Event>& events) {
    for (const abi::Event& event : events) {
      if (event.obj == 0 || event.site == 0 || !IsEvent(event.kind)) continue;
      const std::string& name = names_.Lookup(event.site).variable;
      if (!IsProgramsName(name)) continue;
      const auto [known, is_new] = site_of_.try_emplace(event.obj, event.site);
      if (!is_new && names_.Lookup(known->second).variable != name) several.insert(event.obj);
    }
  };
  if (trace.preamble) add(trace.preamble->events);
  add(trace.events);
  for (const std::uint64_t object : several) site_of_.erase(object);
}

const std::string& VariableNames::Of(std::uint32_t site, std::uint64_t object) const {
  const std::string& name = names_.Lookup(site).variable;
  if (IsProgramsName(name) || object == 0) return name;
  const auto known = site_of_.find(object);
  return known == site_of_.end() ? name : names_.Lookup(known->second).variable;
}

}  // namespace reweave::inline findings
