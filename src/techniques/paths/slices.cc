#include "techniques/paths/slices.h"

#include <algorithm>

namespace reweave::paths {

using facts::FlowKind;

FunctionSlices::FunctionSlices(const FunctionFacts& function) : function_(&function) {
  auto decoded = DecodeFlows(function);
  if (!decoded) return;
  flows_ = std::move(*decoded);
  definition_.assign(flows_.values + 1, kNoSite);
  for (std::uint32_t i = 0; i < flows_.ops.size(); ++i)
    if (flows_.ops[i].result != 0) definition_[flows_.ops[i].result] = i;
  IndexPrivate();
  conditions_.resize(function.branches.size());
  stored_.resize(function.accesses.size());
  addresses_.resize(function.accesses.size());
  std::map<std::uint32_t, std::uint32_t> branch_of_block;
  for (std::uint32_t i = 0; i < function.branches.size(); ++i) branch_of_block[function.branches[i].block] = i;
  const auto merge = [](Slice& into, const Slice& from) {
    into.insert(into.end(), from.begin(), from.end());
    std::ranges::sort(into);
    into.erase(std::unique(into.begin(), into.end()), into.end());
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
        for (const std::uint32_t root : LocalRoots(flows_.operand(op, 1)))
          if (const auto values = private_.find(root); values != private_.end())
            for (const FlowOperand value : values->second) merge(stored_[op.written], Of(value));
        break;
      case FlowKind::kCall: {
        auto& arguments = arguments_[op.site];
        for (std::uint32_t a = 0; a < op.count; ++a) arguments.push_back(Of(flows_.operand(op, a)));
        break;
      }
      case FlowKind::kReturn: merge(returned_, Of(flows_.operand(op, 0))); break;
      default: break;
    }
  }
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

const std::vector<std::uint32_t>& FunctionSlices::LibraryAccesses(std::uint32_t call) const {
  static const std::vector<std::uint32_t> kEmpty;
  const auto found = library_.find(call);
  return found == library_.end() ? kEmpty : found->second;
}

// Locals that no other thread can reach have no sites: what is loaded from one is what was stored to it anywhere in the function.
void FunctionSlices::IndexPrivate() {
  for (const FlowOp& op : flows_.ops) {
    if (op.kind == FlowKind::kStore && op.site == kNoSite)
      for (const std::uint32_t root : LocalRoots(flows_.operand(op, 0))) private_[root].push_back(flows_.operand(op, 1));
    if (op.kind == FlowKind::kMove && op.written == kNoSite)
      for (const std::uint32_t root : LocalRoots(flows_.operand(op, 0))) {
        if (op.site != kNoSite) moved_in_[root].push_back(op.site);
        for (const std::uint32_t from : LocalRoots(flows_.operand(op, 1))) private_[root].push_back(2 * from + 1);
      }
  }
}

std::vector<std::uint32_t> FunctionSlices::LocalRoots(FlowOperand operand) const {
  std::vector<std::uint32_t> roots;
  std::vector<FlowOperand> work{operand};
  std::vector<bool> seen(definition_.size(), false);
  while (!work.empty()) {
    const FlowOperand at = work.back();
    work.pop_back();
    if (at == 0) continue;
    if (IsRoot(at)) {
      const std::uint32_t root = RootNumber(at);
      if (root < function_->flows.roots.size() && function_->flows.roots[root].kind == facts::FlowRoot::kLocal)
        roots.push_back(root);
      continue;
    }
    const std::uint32_t value = ValueNumber(at);
    if (value >= definition_.size() || seen[value] || definition_[value] == kNoSite) continue;
    seen[value] = true;
    const FlowOp& op = flows_.ops[definition_[value]];
    if (op.kind == FlowKind::kOffset) work.push_back(flows_.operand(op, 0));
    if (op.kind == FlowKind::kCopy)
      for (std::uint32_t i = 0; i < op.count; ++i) work.push_back(flows_.operand(op, i));
  }
  return roots;
}

Slice FunctionSlices::Of(FlowOperand operand) {
  Slice out;
  std::vector<bool> seen(definition_.size(), false), roots(function_->flows.roots.size(), false);
  Collect(operand, out, seen, roots);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void FunctionSlices::Collect(FlowOperand start, Slice& out, std::vector<bool>& seen, std::vector<bool>& seen_roots) {
  std::vector<FlowOperand> work{start};
  const auto open = [&](std::uint32_t root) {
    if (root >= seen_roots.size() || seen_roots[root]) return;
    seen_roots[root] = true;
    if (const auto values = private_.find(root); values != private_.end())
      work.insert(work.end(), values->second.begin(), values->second.end());
    if (const auto moved = moved_in_.find(root); moved != moved_in_.end())
      for (const std::uint32_t access : moved->second) out.push_back({Leaf::Kind::kAccess, access});
  };
  while (!work.empty()) {
    const FlowOperand operand = work.back();
    work.pop_back();
    if (operand == 0) continue;
    if (IsRoot(operand)) {
      if (operand != start) open(RootNumber(operand));
      continue;
    }
    const std::uint32_t value = ValueNumber(operand);
    if (value >= seen.size() || seen[value]) continue;
    seen[value] = true;
    if (value <= flows_.parameters) {
      out.push_back({Leaf::Kind::kParameter, value - 1});
      continue;
    }
    if (definition_[value] == kNoSite) continue;
    const FlowOp& op = flows_.ops[definition_[value]];
    if (op.kind == FlowKind::kCall) {
      out.push_back({Leaf::Kind::kCall, op.site});
    } else if (op.kind == FlowKind::kLoad || op.kind == FlowKind::kExchange) {
      if (op.site != kNoSite) {
        out.push_back({Leaf::Kind::kAccess, op.site});
      } else {
        for (const std::uint32_t root : LocalRoots(flows_.operand(op, 0))) open(root);
        work.push_back(flows_.operand(op, 0));
      }
    } else {
      for (std::uint32_t i = 0; i < op.count; ++i)
        if (!IsRoot(flows_.operand(op, i))) work.push_back(flows_.operand(op, i));
    }
  }
}

// --- Sites -------------------------------------------------------------------------------------------------------------------

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
