#include "report/held_locks.h"

#include <fmt/format.h>

#include <algorithm>

namespace reweave {

using abi::EventKind;

namespace {

bool Takes(const abi::Event& event) {
  switch (event.kind) {
    case EventKind::kLock:
    case EventKind::kReadLock:
    case EventKind::kWriteLock: return true;
    case EventKind::kTryLock:
    case EventKind::kTryReadLock:
    case EventKind::kTryWriteLock: return event.value == 0;
    default: return false;
  }
}

}  // namespace

void HeldLocks::Apply(const abi::Event& event) {
  if (Takes(event)) return Take(event.tid, event.obj);
  switch (event.kind) {
    case EventKind::kUnlock:
      if (event.value == 0) Release(event.tid, event.obj);  // else it is recursive and still held
      break;
    case EventKind::kRwUnlock: Release(event.tid, event.obj); break;
    case EventKind::kWaitBegin: Release(event.tid, event.value2); break;
    case EventKind::kWaitEnd: Take(event.tid, event.value2); break;
    case EventKind::kEnd: held_.erase(event.tid); break;
    default: break;
  }
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
      if (!Takes(event) || names_.contains(event.obj)) continue;
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

}  // namespace reweave
