#include "change/effects.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "change/names.h"

namespace reweave::inline change {

namespace {

constexpr std::string_view kTable = "_ZTV";

std::uint32_t SlotOf(const Matching& matching, const VirtualChange& change, std::uint64_t at) {
  for (const FunctionFacts* f : {matching.new_facts().FindFunction(change.now), matching.old_facts().FindFunction(change.before)})
    if (f != nullptr && f->virtual_slot >= 0) return static_cast<std::uint32_t>(f->virtual_slot);
  return static_cast<std::uint32_t>(at / 8 < 2 ? 0 : at / 8 - 2);  // behind the distance to the top and the type
}

}  // namespace

std::vector<VirtualChange> VirtualChanges(const Matching& matching) {
  std::map<std::string_view, const TableFacts*> before;
  for (const TableFacts& table : matching.old_facts().tables())
    if (table.name.starts_with(kTable)) before.emplace(table.name, &table);
  std::vector<VirtualChange> out;
  for (const TableFacts& table : matching.new_facts().tables()) {
    const auto was = before.find(table.name);
    if (was == before.end()) continue;
    for (const TableFacts::Pointer& entry : table.pointers) {
      if (entry.target.kind != facts::FlowRoot::kFunction) continue;
      const auto old_entry = std::ranges::find(was->second->pointers, entry.at, &TableFacts::Pointer::at);
      if (old_entry == was->second->pointers.end() || old_entry->target.kind != facts::FlowRoot::kFunction) continue;
      VirtualChange change{RecordOfTable(table.name), 0, old_entry->target.name, entry.target.name};
      if (matching.renames().Same({change.before}, {change.now})) continue;
      change.slot = SlotOf(matching, change, entry.at);
      out.push_back(std::move(change));
    }
  }
  return out;
}

VirtualCallers::VirtualCallers(const Facts& new_facts) : facts_(new_facts) {}

bool VirtualCallers::MayRun(const CallSite& call, const VirtualChange& change) const {
  if (call.kind != facts::CalleeKind::kVirtual || call.slot != change.slot) return false;
  return call.callee == change.record || Derives(change.record, call.callee, 0) || Derives(call.callee, change.record, 0);
}

bool VirtualCallers::Derives(const std::string& record, const std::string& base, int depth) const {
  constexpr int kDeepest = 16;
  if (depth > kDeepest) return false;
  const auto [first, last] = std::ranges::equal_range(facts_.records(), record, {}, &RecordFacts::name);
  return std::any_of(first, last, [&](const RecordFacts& r) {
    return std::ranges::any_of(r.bases, [&](const std::string& b) { return b == base || Derives(b, base, depth + 1); });
  });
}

namespace {

bool Synchronises(const CallSite& call) {
  using enum facts::Operation;
  return call.operation != kNone && call.operation != kAllocate && call.operation != kFree && call.operation != kSleep &&
         call.operation != kYield;
}
bool Synchronises(const AccessSite& access) {
  return access.kind >= facts::AccessKind::kAtomicLoad && access.kind <= facts::AccessKind::kFence;
}

// Of `sites`, one that synchronises and is not kept.
template <typename Site, typename Matters, typename Kept>
bool AnyLeft(const std::vector<Site>& sites, Matters matters, Kept kept) {
  for (std::uint32_t i = 0; i < sites.size(); ++i)
    if (matters(sites[i]) && !kept(i)) return true;
  return false;
}

}  // namespace

bool SynchronisationChanged(const Matching& matching, bool (*library)(std::string_view name)) {
  const auto calls = [&](const CallSite& call) { return Synchronises(call) || library(call.callee_name); };
  const auto accesses = [](const AccessSite& access) { return Synchronises(access); };
  for (std::uint32_t f = 0; f < matching.new_facts().functions().size(); ++f) {
    const FunctionFacts& now = matching.new_facts().functions()[f];
    const FunctionMatch& match = matching.of(f);
    if (now.system() || match.identical) continue;
    if (AnyLeft(now.calls, calls, [&](std::uint32_t i) { return match.calls[i] != kNoMatch; }) ||
        AnyLeft(now.accesses, accesses, [&](std::uint32_t i) { return match.accesses[i] != kNoMatch; }))
      return true;
  }
  for (std::uint32_t f = 0; f < matching.old_facts().functions().size(); ++f) {
    const FunctionFacts& before = matching.old_facts().functions()[f];
    const std::uint32_t now = matching.new_of(f);
    if (before.system() || (now != kNoMatch && matching.of(now).identical)) continue;
    const auto kept_in = [&](const std::vector<std::uint32_t> FunctionMatch::* list) {
      return [&, list](std::uint32_t i) {
        return now != kNoMatch && std::ranges::find(matching.of(now).*list, i) != (matching.of(now).*list).end();
      };
    };
    if (AnyLeft(before.calls, calls, kept_in(&FunctionMatch::calls)) ||
        AnyLeft(before.accesses, accesses, kept_in(&FunctionMatch::accesses)))
      return true;
  }
  return false;
}

std::vector<std::string> ChangedData(const Matching& matching) {
  std::map<std::string_view, std::vector<Hash128>> before;
  for (const DataFacts& data : matching.old_facts().data()) before[data.name].push_back(data.hash);
  std::vector<std::string> out;
  for (const DataFacts& data : matching.new_facts().data()) {
    const auto was = before.find(data.name);
    if (was != before.end() && std::ranges::find(was->second, data.hash) == was->second.end())
      out.push_back(Demangled(data.name));
  }
  return out;
}

bool NeverReturns(const CallSite& call) {
  static constexpr std::string_view kNames[] = {"abort",
                                                "exit",
                                                "_exit",
                                                "_Exit",
                                                "quick_exit",
                                                "pthread_exit",
                                                "thrd_exit",
                                                "__assert_fail",
                                                "__assert_perror_fail",
                                                "__cxa_throw",
                                                "__cxa_rethrow",
                                                "_Unwind_Resume",
                                                "_ZSt9terminatev",
                                                "longjmp",
                                                "_longjmp",
                                                "__clang_call_terminate",
                                                "__stack_chk_fail"};
  return std::ranges::find(kNames, call.callee) != std::end(kNames) || call.callee_name.starts_with("std::__throw") ||
         call.callee_name.starts_with("std::__glibcxx_assert_fail") || call.callee_name.starts_with("std::__terminate");
}

}  // namespace reweave::inline change
