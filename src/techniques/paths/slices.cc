#include "techniques/paths/slices.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "facts/shared_facts.h"

namespace reweave::paths {

using facts::FlowKind;

FunctionSlices::FunctionSlices(const FunctionFacts& function) : function_(&function) {
  auto decoded = DecodeFlows(function);
  if (!decoded) return;
  flows_ = std::move(*decoded);
  definition_.assign(flows_.values + 1, kNoSite);
  for (std::uint32_t i = 0; i < flows_.ops.size(); ++i)
    if (flows_.ops[i].result != 0) definition_[flows_.ops[i].result] = i;
  FindAddresses();
  IndexPrivate();
  conditions_.resize(function.branches.size());
  stored_.resize(function.accesses.size());
  addresses_.resize(function.accesses.size());
  std::map<std::uint32_t, std::uint32_t> branch_of_block;
  for (std::uint32_t i = 0; i < function.branches.size(); ++i) branch_of_block[function.branches[i].block] = i;
  const auto merge = [this](Slice& into, const Slice& from) {
    into.insert(into.end(), from.begin(), from.end());
    Sort(into);
  };
  for (std::uint32_t i = 0; i < flows_.ops.size(); ++i) {
    const FlowOp& op = flows_.ops[i];
    const bool known = op.site < function.accesses.size();
    switch (op.kind) {
      case FlowKind::kBranch:
        if (const auto branch = branch_of_block.find(op.block); branch != branch_of_block.end())
          conditions_[branch->second] = Of(flows_.operand(op, 0));
        break;
      case FlowKind::kLoad:
        if (known) addresses_[op.site] = Of(flows_.operand(op, 0));
        break;
      case FlowKind::kStore:
      case FlowKind::kExchange:
        if (!known) break;
        addresses_[op.site] = Of(flows_.operand(op, 0));
        stored_[op.site] = Of(flows_.operand(op, 1));
        merge(stored_[op.site], addresses_[op.site]);
        break;
      case FlowKind::kMove:
        if (known) addresses_[op.site] = Of(flows_.operand(op, 1));
        if (op.written >= function.accesses.size()) break;
        stored_[op.written] = Of(flows_.operand(op, 0));
        if (known) merge(stored_[op.written], {{Leaf::Kind::kAccess, op.site}});
        for (const std::uint32_t root : LocalRoots(flows_.operand(op, 1))) {
          Slice held;
          Collect({{2 * root + 1, true}}, held);
          merge(stored_[op.written], held);
        }
        break;
      case FlowKind::kCall: {
        auto& arguments = arguments_[op.site];
        for (std::uint32_t a = 0; a < op.count; ++a) arguments.push_back(OfArgument(flows_.operand(op, a)));
        break;
      }
      case FlowKind::kReturn: merge(returned_, Of(flows_.operand(op, 0))); break;
      default: break;
    }
  }
  for (std::uint32_t branch = 0; branch < conditions_.size(); ++branch)
    for (const Leaf& leaf : conditions_[branch])
      decided_by_[{leaf.kind, leaf.kind == Leaf::Kind::kParameter ? 0 : leaf.index}].push_back(branch);
  for (const auto& access : flows_.library)
    if (access.op < flows_.ops.size()) library_[flows_.ops[access.op].site].push_back(access.access);
  // What a library function writes comes from what it reads and from its arguments.
  for (const auto& [call, accesses] : library_)
    for (const std::uint32_t access : accesses) {
      if (access >= stored_.size()) continue;
      for (const std::uint32_t other : accesses)
        if (other != access) merge(stored_[access], {{Leaf::Kind::kAccess, other}});
      for (const Slice& argument : arguments_[call]) merge(stored_[access], argument);
    }
}

const Slice& FunctionSlices::At(const std::vector<Slice>& list, std::uint32_t index) {
  static const Slice kEmpty;
  return index < list.size() ? list[index] : kEmpty;
}

const std::vector<Slice>& FunctionSlices::Arguments(std::uint32_t call) const {
  static const std::vector<Slice> kEmpty;
  const auto found = arguments_.find(call);
  return found == arguments_.end() ? kEmpty : found->second;
}

const std::vector<std::uint32_t>& FunctionSlices::DecidedBy(Leaf::Kind kind, std::uint32_t index) const {
  static const std::vector<std::uint32_t> kEmpty;
  const auto found = decided_by_.find({kind, index});
  return found == decided_by_.end() ? kEmpty : found->second;
}

const std::vector<std::uint32_t>& FunctionSlices::LibraryAccesses(std::uint32_t call) const {
  static const std::vector<std::uint32_t> kEmpty;
  const auto found = library_.find(call);
  return found == library_.end() ? kEmpty : found->second;
}

// Which values and which locals may hold the address of which local: by arithmetic, by a store, by a copy, by a call that was
// given both.
void FunctionSlices::FindAddresses() {
  addresses_of_.resize(definition_.size());
  bool grew = true;
  const auto add = [&](Roots& into, const Roots& from) {
    const std::size_t before = into.size();
    into.insert(from.begin(), from.end());
    grew = grew || into.size() != before;
  };
  while (std::exchange(grew, false)) {
    for (const FlowOp& op : flows_.ops) {
      Roots* result = op.result != 0 && !op.plain ? &addresses_of_[op.result] : nullptr;
      const Roots first = LocalRoots(flows_.operand(op, 0));
      switch (op.kind) {
        case FlowKind::kOffset:
          if (result != nullptr) add(*result, first);
          break;
        case FlowKind::kCopy:
          for (std::uint32_t i = 0; result != nullptr && i < op.count; ++i) add(*result, LocalRoots(flows_.operand(op, i)));
          break;
        case FlowKind::kLoad:
          for (const std::uint32_t root : first)
            if (result != nullptr) add(*result, holds_[root]);
          break;
        case FlowKind::kStore:
        case FlowKind::kExchange:
          for (const std::uint32_t root : first) add(holds_[root], LocalRoots(flows_.operand(op, 1)));
          break;
        case FlowKind::kMove:
          for (const std::uint32_t from : LocalRoots(flows_.operand(op, 1)))
            for (const std::uint32_t root : first) add(holds_[root], Roots(holds_[from]));
          break;
        case FlowKind::kCall: {
          const Roots given = Given(op);
          if (result != nullptr) add(*result, given);
          if (given.size() > 1)
            for (const std::uint32_t root : given) add(holds_[root], given);
          break;
        }
        default: break;
      }
    }
  }
}

// The locals that a call was given the address of, and those whose address is in them.
FunctionSlices::Roots FunctionSlices::Given(const FlowOp& call) const {
  Roots out;
  std::vector<std::uint32_t> work;
  for (std::uint32_t i = 0; i < call.count; ++i)
    for (const std::uint32_t root : LocalRoots(flows_.operand(call, i))) work.push_back(root);
  while (!work.empty()) {
    const std::uint32_t root = work.back();
    work.pop_back();
    if (!out.insert(root).second) continue;
    if (const auto held = holds_.find(root); held != holds_.end())
      work.insert(work.end(), held->second.begin(), held->second.end());
  }
  return out;
}

FunctionSlices::Roots FunctionSlices::LocalRoots(FlowOperand operand) const {
  if (operand == 0) return {};
  if (!IsRoot(operand)) return ValueNumber(operand) < addresses_of_.size() ? addresses_of_[ValueNumber(operand)] : Roots();
  const std::uint32_t root = RootNumber(operand);
  if (root >= function_->flows.roots.size() || function_->flows.roots[root].kind != facts::FlowRoot::kLocal) return {};
  return {root};
}

// Locals that no other thread can reach have no sites: what is loaded from one is what was stored to it anywhere in the function,
// and what calls that were given its address left there.
void FunctionSlices::IndexPrivate() {
  for (const FlowOp& op : flows_.ops) {
    if (op.kind == FlowKind::kStore && op.site == kNoSite)
      for (const std::uint32_t root : LocalRoots(flows_.operand(op, 0))) private_[root].push_back(flows_.operand(op, 1));
    if (op.kind == FlowKind::kMove && op.written == kNoSite)
      for (const std::uint32_t root : LocalRoots(flows_.operand(op, 0))) {
        if (op.site != kNoSite) moved_in_[root].push_back(op.site);
        for (const std::uint32_t from : LocalRoots(flows_.operand(op, 1))) private_[root].push_back(2 * from + 1);
      }
    if (op.kind == FlowKind::kCall)
      for (const std::uint32_t root : Given(op)) given_to_[root].push_back(op.site);
  }
}

Slice FunctionSlices::Of(FlowOperand operand) {
  Slice out;
  if (!IsRoot(operand)) Collect({{operand, false}}, out);  // the address of something is not what is there
  Sort(out);
  return out;
}

// Who is given an address can read what is there.
Slice FunctionSlices::OfArgument(FlowOperand operand) {
  std::vector<std::pair<FlowOperand, bool>> work{{operand, false}};
  for (const std::uint32_t root : LocalRoots(operand)) work.emplace_back(2 * root + 1, true);
  Slice out;
  Collect(std::move(work), out);
  Sort(out);
  return out;
}

// Where every execution is wanted, the last one is among them.
void FunctionSlices::Sort(Slice& slice) {
  std::ranges::sort(slice, [](const Leaf& a, const Leaf& b) {
    return std::tuple(a.kind, a.index, !a.all) < std::tuple(b.kind, b.index, !b.all);
  });
  const auto same = [](const Leaf& a, const Leaf& b) { return a.kind == b.kind && a.index == b.index; };
  slice.erase(std::unique(slice.begin(), slice.end(), same), slice.end());
}

// The second of a pair: what comes from there was possibly computed in an earlier turn of a loop, or kept in a local since.
void FunctionSlices::Collect(std::vector<std::pair<FlowOperand, bool>> work, Slice& out) {
  std::vector<bool> seen(2 * definition_.size(), false), seen_roots(function_->flows.roots.size(), false);
  const auto leaf = [&](Leaf::Kind kind, std::uint32_t index, bool all) {
    out.push_back({kind, index, all});
    if (!all || kind == Leaf::Kind::kParameter) return;
    const auto at = std::ranges::lower_bound(gathered_, out.back());
    if (at == gathered_.end() || *at != out.back()) gathered_.insert(at, out.back());
  };
  const auto open = [&](std::uint32_t root) {
    if (root >= seen_roots.size() || seen_roots[root]) return;
    seen_roots[root] = true;
    if (const auto values = private_.find(root); values != private_.end())
      for (const FlowOperand value : values->second) work.emplace_back(value, true);
    if (const auto moved = moved_in_.find(root); moved != moved_in_.end())
      for (const std::uint32_t access : moved->second) leaf(Leaf::Kind::kAccess, access, true);
    if (const auto calls = given_to_.find(root); calls != given_to_.end())
      for (const std::uint32_t call : calls->second) leaf(Leaf::Kind::kOutput, call, true);
  };
  while (!work.empty()) {
    const auto [operand, all] = work.back();
    work.pop_back();
    if (operand == 0) continue;
    if (IsRoot(operand)) {
      open(RootNumber(operand));
      continue;
    }
    const std::uint32_t value = ValueNumber(operand);
    if (value >= definition_.size() || seen[2 * value + all] || seen[2 * value + 1]) continue;
    seen[2 * value + all] = true;
    if (value <= flows_.parameters) {
      leaf(Leaf::Kind::kParameter, value - 1, all);
      continue;
    }
    const std::uint32_t number = definition_[value];
    if (number == kNoSite) continue;
    const FlowOp& op = flows_.ops[number];
    if (op.kind == FlowKind::kCall) {
      leaf(Leaf::Kind::kCall, op.site, all);
    } else if (op.kind == FlowKind::kLoad || op.kind == FlowKind::kExchange) {
      if (op.site != kNoSite) {
        leaf(Leaf::Kind::kAccess, op.site, all);
      } else {
        for (const std::uint32_t root : LocalRoots(flows_.operand(op, 0))) open(root);
        if (!IsRoot(flows_.operand(op, 0))) work.emplace_back(flows_.operand(op, 0), all);
      }
    } else {
      for (std::uint32_t i = 0; i < op.count; ++i) {
        const FlowOperand from = flows_.operand(op, i);
        if (IsRoot(from)) continue;
        // Operations come block by block: what is defined later comes from the turn before.
        const std::uint32_t source = ValueNumber(from) < definition_.size() ? definition_[ValueNumber(from)] : kNoSite;
        work.emplace_back(from, all || (source != kNoSite && source >= number));
      }
    }
  }
}

// --- Sites -------------------------------------------------------------------------------------------------------------------

std::shared_ptr<const Facts> ProgramSlices::FromFile(const std::string& path) {
  auto facts = SharedFacts(path);
  return facts ? std::move(*facts) : nullptr;
}

void ProgramSlices::Use(const Trace& trace) {
  const std::vector<Module> modules = ModulesOf(trace);
  const auto same = [](const Module& a, const Module& b) {
    if (a.path != b.path || a.index != b.index) return false;
    for (int c = 0; c < static_cast<int>(abi::SiteClass::kCount); ++c)
      if (a.sites[c].first != b.sites[c].first || a.sites[c].count != b.sites[c].count) return false;
    return true;
  };
  bool known = modules.size() == modules_.size();
  for (std::size_t i = 0; known && i < modules.size(); ++i) known = same(modules[i], modules_[i]->module);
  if (known) return;
  modules_.clear(), places_.clear(), functions_.clear();
  for (const Module& module : modules) modules_.push_back(std::make_unique<Loaded>(module, loader_(module.path)));
}

const ProgramSlices::Place& ProgramSlices::Find(std::uint32_t site) {
  const auto known = places_.find(site);
  if (known != places_.end()) return known->second;
  Place place;
  const auto cls = abi::ClassOfSite(site);
  const std::uint32_t low = site & ((1u << abi::kSiteClassShift) - 1);
  for (const auto& loaded : modules_) {
    const Module::Range& range = loaded->module.sites[static_cast<int>(cls)];
    if (site == 0 || low < range.first || low >= range.first + range.count || loaded->facts == nullptr) continue;
    place.site = loaded->facts->Find(cls, low - range.first);
    place.module = loaded.get();
    if (place.site == nullptr) break;
    place.function = SlicesOf(place.site->function);
    place.index = place.site->index;
    if (place.site->call != nullptr)
      place.index = static_cast<std::uint32_t>(place.site->call - place.site->function->calls.data());
  }
  return places_[site] = place;
}

std::uint32_t ProgramSlices::AccessSite(const Place& place, std::uint32_t access) const {
  const auto& module = static_cast<const Loaded*>(place.module)->module;
  constexpr int kClass = static_cast<int>(abi::SiteClass::kAccess);
  return module.sites[kClass].first + place.function->facts().first_guard[kClass] + access;
}

std::uint32_t ProgramSlices::CallSite(const Place& place, std::uint32_t call) const {
  const FunctionFacts& function = place.function->facts();
  if (call >= function.calls.size() || function.calls[call].guard == ~0u) return 0;
  const auto& module = static_cast<const Loaded*>(place.module)->module;
  constexpr auto kClass = static_cast<std::uint32_t>(abi::SiteClass::kCall);
  return kClass << abi::kSiteClassShift |
         (module.sites[kClass].first + function.first_guard[kClass] + function.calls[call].guard);
}

FunctionSlices* ProgramSlices::Callee(const Place& call) {
  if (call.site == nullptr || call.site->call == nullptr || call.site->call->kind != facts::CalleeKind::kDirect) return nullptr;
  for (const auto& loaded : modules_)
    if (loaded->facts != nullptr)
      if (const FunctionFacts* callee = loaded->facts->FindFunction(call.site->call->callee)) return SlicesOf(callee);
  return nullptr;
}

FunctionSlices* ProgramSlices::SlicesOf(const FunctionFacts* function) {
  auto& slot = functions_[function];
  if (slot == nullptr) slot = std::make_unique<FunctionSlices>(*function);
  return slot.get();
}

}  // namespace reweave::paths
