#include "findings/variable_names.h"

#include <unordered_set>

#include "findings/containers.h"
#include "findings/readable_names.h"

namespace reweave::inline findings {

bool VariableNames::IsProgramsName(std::uint32_t site) const {
  const std::string& name = names_.Lookup(site).variable;
  return !name.empty() && !IsLibraryName(name) && !names_.HasLibraryName(site);
}

VariableNames::VariableNames(const Trace& trace, const SiteNames& names) : names_(names) {
  // Freed and used again for something else: no name fits all of the run.
  std::unordered_set<std::uint64_t> several, several_containers;
  const auto add = [&](const std::vector<abi::Event>& events) {
    for (const abi::Event& event : events) {
      if (event.obj == 0 || event.site == 0 || !IsEvent(event.kind) || !IsProgramsName(event.site)) continue;
      const std::string& name = names_.Lookup(event.site).variable;
      const auto [known, is_new] = site_of_.try_emplace(event.obj, event.site);
      if (!is_new && names_.Lookup(known->second).variable != name) several.insert(event.obj);
      const Inside& inside = names_.InsideOf(event.site);
      if (inside.size == 0 || event.obj < inside.offset || !IsContainerType(inside.type)) continue;
      const auto [container, is_first] =
          containers_.try_emplace(event.obj - inside.offset, Container{.size = inside.size, .site = event.site});
      if (!is_first && names_.Lookup(container->second.site).variable != name) several_containers.insert(container->first);
    }
  };
  if (trace.preamble) add(trace.preamble->events);
  add(trace.events);
  for (const std::uint64_t object : several) site_of_.erase(object);
  for (const std::uint64_t object : several_containers) containers_.erase(object);
}

const std::string& VariableNames::Of(std::uint32_t site, std::uint64_t object, std::uint32_t caller) const {
  const std::string& name = names_.Lookup(site).variable;
  if (IsProgramsName(site) || object == 0) return name;
  if (const auto known = site_of_.find(object); known != site_of_.end()) return names_.Lookup(known->second).variable;
  if (auto after = containers_.upper_bound(object); after != containers_.begin())
    if (--after; object - after->first < after->second.size) return names_.Lookup(after->second.site).variable;
  const std::string& container = caller != 0 ? names_.ContainerOf(caller) : name;
  return container.empty() ? name : container;
}

}  // namespace reweave::inline findings
