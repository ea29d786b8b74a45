#include "findings/held_locks.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/meaning.h"

namespace reweave::inline findings {

using abi::EventKind;

void HeldLocks::Apply(const abi::Event& event) {
  const LockUse use = LockUseOf(event);
  if (use.takes()) Take(event.tid, use.lock);
  else if (use.releases() && !use.nested) Release(event.tid, use.lock);
  else if (event.kind == EventKind::kEnd) held_.erase(event.tid);
}

const std::vector<std::uint64_t>& HeldLocks::Of(std::uint16_t tid) const {
  static const std::vector<std::uint64_t> kNone;
  const auto entry = held_.find(tid);
  return entry == held_.end() ? kNone : entry->second;
}

void HeldLocks::Take(std::uint16_t tid, std::uint64_t lock) {
  auto& locks = held_[tid];
  if (lock != 0 && std::ranges::find(locks, lock) == locks.end()) locks.push_back(lock);
}

void HeldLocks::Release(std::uint16_t tid, std::uint64_t lock) {
  if (const auto entry = held_.find(tid); entry != held_.end()) std::erase(entry->second, lock);
}

LockNames::LockNames(const Trace& trace, const SiteNames& names) {
  std::map<std::string, std::vector<std::uint64_t>> by_name;  // in the order of first use
  const auto add = [&](const std::vector<abi::Event>& events) {
    for (const abi::Event& event : events) {
      if (event.kind == EventKind::kWaitEnd || !LockUseOf(event).takes() || names_.contains(event.obj)) continue;
      const std::string& variable = names.Lookup(event.site).variable;
      names_[event.obj] = variable;
      if (!variable.empty()) by_name[variable].push_back(event.obj);
    }
  };
  if (trace.preamble) add(trace.preamble->events);
  add(trace.events);
  for (const auto& [name, locks] : by_name)
    for (std::size_t i = 0; locks.size() > 1 && i < locks.size(); ++i) names_[locks[i]] = fmt::format("{} #{}", name, i + 1);
}

std::string LockNames::Of(std::uint64_t lock) const {
  const auto entry = names_.find(lock);
  return entry != names_.end() && !entry->second.empty() ? entry->second : fmt::format("{:#x}", lock);
}

}  // namespace reweave::inline findings
