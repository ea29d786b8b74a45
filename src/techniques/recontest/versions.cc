#include "techniques/recontest/versions.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

#include "change/effects.h"
#include "change/moved_blocks.h"
#include "change/names.h"
#include "change/program_change.h"
#include "facts/shared_facts.h"
#include "techniques/recontest/loops.h"
#include "techniques/recontest/symbols.h"
#include "techniques/recontest/sync_types.h"

namespace reweave::recontest {

namespace {

using facts::AccessKind;
using facts::Operation;
using facts::VariableKind;

// One module of one version, with what it shares with the other version's.
struct Side {
  std::shared_ptr<const Facts> facts;
  Symbols symbols;
};
struct Pair {
  std::string name;                     // "" for the program itself
  std::unique_ptr<Side> old_side, new_side;
  std::string old_path, new_path;
  std::shared_ptr<const ProgramChange> change;  // if both are there
  const Matching* matching = nullptr;           // the change's
  std::unique_ptr<MovedBlocks> moved;           // if asked for
};

std::string BaseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool IsLambda(const FunctionFacts& function) { return NamesLambda(function.id) || function.record.ends_with("::lambda"); }
bool NamesElement(const Variable& variable) {
  return variable.kind == VariableKind::kElement || variable.name.find("[]") != std::string::npos;
}
bool NamesField(const Variable& variable) {
  return variable.kind == VariableKind::kField || variable.kind == VariableKind::kElement ||
         variable.kind == VariableKind::kGlobal;
}

class Classes {
 public:
  Classes(const Pair& pair, bool is_new)
      : pair_(pair), is_new_(is_new), facts_(is_new ? *pair.new_side->facts : *pair.old_side->facts) {}

  std::uint32_t IndexOf(const FunctionFacts& function) const {
    return static_cast<std::uint32_t>(&function - facts_.functions().data());
  }

  // The function's name in words of the old version; a function of one version only has a name of its own.
  std::uint64_t FunctionName(std::uint32_t function) const {
    const std::uint64_t module = NameOf(pair_.name);
    if (!pair_.matching) return NameOf(facts_.functions()[function].id, module + 1 + is_new_);
    if (!is_new_) return OldFunctionName(function);
    const std::uint32_t before = pair_.matching->of(function).old_function;
    if (before == kNoMatch) return NameOf(facts_.functions()[function].id, module + 2);
    return NameOf(pair_.matching->old_facts().functions()[before].id, module);
  }

  struct Class {
    std::uint64_t name = 0;
    bool mapped = false;
  };
  // list: statements, accesses, calls, loops.
  Class Of(std::vector<std::uint32_t> FunctionMatch::* list, std::uint32_t function, std::uint32_t index) const {
    const std::uint64_t name = FunctionName(function);
    const std::uint64_t kind = list == &FunctionMatch::statements ? 1
                               : list == &FunctionMatch::accesses ? 2
                               : list == &FunctionMatch::calls    ? 3
                                                                  : 4;
    const auto make = [&](std::uint32_t i, bool mapped) {
      if (mapped) return Class{Made(name, kind, i), true};
      return Class{Scramble(Scramble((Scramble(name + kind) + i) ^ (is_new_ ? 0x5bd1e995u : 0x1b873593u))) | 1, false};
    };
    if (!pair_.matching) return make(index, false);
    if (is_new_ && pair_.moved)
      if (const MovedBlocks::Place* was = pair_.moved->Of(list, {function, index}))
        return {Made(OldFunctionName(was->first), kind, was->second), true};
    if (!is_new_ && pair_.moved && pair_.moved->WasMoved(list, {function, index})) return {Made(name, kind, index), true};
    if (is_new_) {
      const FunctionMatch& match = pair_.matching->of(function);
      if (match.old_function == kNoMatch) return make(index, false);
      if (match.identical) return make(index, true);
      const std::vector<std::uint32_t>& to = match.*list;
      if (index < to.size() && to[index] != kNoMatch) return make(to[index], true);
      return make(index, false);
    }
    const std::uint32_t now = pair_.matching->new_of(function);
    if (now == kNoMatch) return make(index, false);
    const FunctionMatch& match = pair_.matching->of(now);
    return make(index, match.identical || Survives(list, match, index));
  }

 private:
  std::uint64_t OldFunctionName(std::uint32_t function) const {
    const std::uint64_t module = NameOf(pair_.name);
    return NameOf(pair_.matching->old_facts().functions()[function].id,
                  pair_.matching->new_of(function) == kNoMatch ? module + 1 : module);
  }
  static std::uint64_t Made(std::uint64_t function, std::uint64_t kind, std::uint32_t index) {
    return Scramble(Scramble(function + kind) + index) | 1;
  }
  static bool Survives(std::vector<std::uint32_t> FunctionMatch::* list, const FunctionMatch& match, std::uint32_t index) {
    const std::vector<std::uint32_t>& to = match.*list;
    return std::ranges::find(to, index) != to.end();
  }

  const Pair& pair_;
  bool is_new_;
  const Facts& facts_;
};

// Names of allocations and thread creations that survive an edit of their line (docs/techniques/recontest.md): the same-ordinal
// one of the same kind in the same function.
class SoftNames {
 public:
  SoftNames(const Pair& pair, const Classes& old_classes, const Classes& new_classes) {
    if (!pair.matching) return;
    const auto& functions = pair.matching->new_facts().functions();
    for (std::uint32_t f = 0; f < functions.size(); ++f) {
      const FunctionMatch& match = pair.matching->of(f);
      if (match.old_function == kNoMatch || match.identical) continue;
      const FunctionFacts& before = pair.matching->old_facts().functions()[match.old_function];
      // Those without a counterpart, by what they allocate, in order.
      std::map<std::string, std::vector<std::uint32_t>> lost;
      for (std::uint32_t c = 0; c < before.calls.size(); ++c)
        if (IsAllocation(before.calls[c]) && !old_classes.Of(&FunctionMatch::calls, match.old_function, c).mapped)
          lost[KindOf(before.calls[c])].push_back(c);
      std::map<std::string, std::size_t> used;
      for (std::uint32_t c = 0; c < functions[f].calls.size(); ++c) {
        if (!IsAllocation(functions[f].calls[c]) || new_classes.Of(&FunctionMatch::calls, f, c).mapped) continue;
        const std::string kind = KindOf(functions[f].calls[c]);
        const auto& candidates = lost[kind];
        if (used[kind] >= candidates.size()) continue;
        partner_[{f, c}] = old_classes.Of(&FunctionMatch::calls, match.old_function, candidates[used[kind]++]).name;
      }
    }
  }
  // The old version's class of an allocation of the new one; 0: none.
  std::uint64_t Of(std::uint32_t new_function, std::uint32_t call) const {
    const auto known = partner_.find({new_function, call});
    return known == partner_.end() ? 0 : known->second;
  }
  bool any() const { return !partner_.empty(); }

 private:
  static bool IsAllocation(const CallSite& call) { return call.operation == Operation::kAllocate; }
  static std::string KindOf(const CallSite& call) { return call.callee + "|" + call.object.type; }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> partner_;
};

class View : public ProgramView {
 public:
  struct Loaded {
    Module module;
    const Pair* pair;
    std::unique_ptr<Classes> classes;
    const SoftNames* soft;
    const Side* side;
    std::unordered_map<std::uint32_t, std::vector<std::vector<std::uint32_t>>> loops = {};  // by function
  };

  explicit View(bool is_new) : is_new_(is_new) {}
  void Add(Loaded loaded) { modules_.push_back(std::move(loaded)); }

  const SiteView& Site(std::uint32_t site) const override {
    static const SiteView none;
    if (site == 0) return none;
    auto& cache = cache_[static_cast<int>(abi::ClassOfSite(site)) % kClasses];
    const std::uint32_t low = site & ((1u << abi::kSiteClassShift) - 1);
    if (low >= cache.size()) cache.resize(low + 1u, nullptr);
    if (cache[low] == nullptr) cache[low] = &Make(site, low);
    return *cache[low];
  }

  std::optional<StaticObject> ObjectAt(std::uint64_t address) const override {
    for (const Loaded& loaded : modules_)
      if (auto object = loaded.side->symbols.At(address - loaded.module.bias)) {
        object->start += loaded.module.bias;
        return object;
      }
    return std::nullopt;
  }

 private:
  static constexpr int kClasses = static_cast<int>(abi::SiteClass::kCount);

  const SiteView& Make(std::uint32_t site, std::uint32_t low) const {
    SiteView& out = views_.emplace_back();
    const abi::SiteClass cls = abi::ClassOfSite(site);
    if (cls >= abi::SiteClass::kCount) return out;
    for (Loaded& loaded : modules_) {
      const Module::Range& range = loaded.module.sites[static_cast<int>(cls)];
      if (low < range.first || low - range.first >= range.count) continue;
      if (const SiteInfo* info = loaded.side->facts->Find(cls, low - range.first)) Fill(loaded, *info, out);
      break;
    }
    return out;
  }

  void Fill(Loaded& loaded, const SiteInfo& info, SiteView& out) const {
    const Classes& classes = *loaded.classes;
    const std::uint32_t function = classes.IndexOf(*info.function);
    const bool system = info.function->system();
    out.function = NameOf(info.function->id);
    std::uint32_t block = 0;
    if (info.access != nullptr) {
      block = info.access->block;
      FillAccess(loaded, info, function, system, out);
    } else if (info.call != nullptr) {
      block = info.call->block;
      FillCall(loaded, info, function, system, out);
    } else if (info.loop != nullptr) {
      const auto cls = classes.Of(&FunctionMatch::loops, function, info.index);
      out.statement = cls.name, out.mapped = cls.mapped;
      return;
    } else {
      return;
    }
    AddLoops(loaded, *info.function, function, block, out);
  }

  void AddLoops(Loaded& loaded, const FunctionFacts& facts, std::uint32_t function, std::uint32_t block, SiteView& out) const {
    if (facts.loops.empty()) return;
    auto [known, is_new] = loaded.loops.try_emplace(function);
    if (is_new) known->second = LoopsOfBlocks(facts);
    if (block >= known->second.size()) return;
    constexpr int kLoop = static_cast<int>(abi::SiteClass::kLoop);
    for (const std::uint32_t loop : known->second[block])
      out.loops.push_back(static_cast<std::uint32_t>(kLoop) << abi::kSiteClassShift |
                          (loaded.module.sites[kLoop].first + facts.first_guard[kLoop] + loop));
  }

  static void NameVariable(const Variable& variable, SiteView& out) {
    if (!NamesField(variable) || variable.name.empty()) return;
    out.label = NameOf(variable.name);
    out.element = NamesElement(variable);
  }

  void FillAccess(const Loaded& loaded, const SiteInfo& info, std::uint32_t function, bool system, SiteView& out) const {
    const AccessSite& access = *info.access;
    const Classes& classes = *loaded.classes;
    const auto cls = classes.Of(&FunctionMatch::accesses, function, info.index);
    out.statement = cls.name, out.mapped = cls.mapped;
    NameVariable(access.variable, out);
    out.thread_local_storage = (access.flags & facts::kSiteThreadLocal) != 0;
    if (access.kind == AccessKind::kLocalBegin || access.kind == AccessKind::kLocalEnd) {
      out.soft = LocalName(*info.function, function, info.index, classes);
      return;
    }
    const bool atomic = access.kind == AccessKind::kAtomicLoad || access.kind == AccessKind::kAtomicStore ||
                        access.kind == AccessKind::kAtomicRmw || access.kind == AccessKind::kAtomicCas;
    if (atomic && IsFutureStatus(access.variable.name)) out.primitive = Primitive::kFutureStatus;
    if (!info.function->record.empty() && !system && !IsLambda(*info.function)) out.caller_record = NameOf(info.function->record);
    const bool library = access.place.library || system;
    const bool inside = IsSynchronisation(access.variable.type) || IsSynchronisation(access.variable.record) ||
                        IsSynchronisation(access.variable.name) || (library && IsSynchronisation(access.place.function)) ||
                        (system && IsSynchronisation(info.function->pretty));
    const bool is_atomic_type =
        atomic && (access.place.function.starts_with("std::atomic") || access.place.function.starts_with("std::__atomic") ||
                   access.place.function.find(" std::atomic") != std::string::npos);
    if (inside && !(atomic && (is_atomic_type || !library))) out.hidden = true;
    if (!system && access.statement != kNoStatement) {
      const auto statement = classes.Of(&FunctionMatch::statements, function, access.statement);
      out.source = statement.name;
      if (library && !out.hidden && !is_atomic_type) out.folded = statement.name, out.mapped = statement.mapped;
    }
    if (system && !is_atomic_type) out.in_library = true;
  }

  static std::uint64_t LocalName(const FunctionFacts& facts, std::uint32_t function, std::uint32_t index,
                                 const Classes& classes) {
    const std::string& name = facts.accesses[index].variable.name;
    std::uint32_t ordinal = 0;
    for (std::uint32_t i = 0; i < index; ++i)
      ordinal += facts.accesses[i].kind == AccessKind::kLocalBegin && facts.accesses[i].variable.name == name;
    return NameOf(name, classes.FunctionName(function)) + ordinal;
  }

  void FillCall(const Loaded& loaded, const SiteInfo& info, std::uint32_t function, bool system, SiteView& out) const {
    const CallSite& call = *info.call;
    const Classes& classes = *loaded.classes;
    const auto cls = classes.Of(&FunctionMatch::calls, function, info.index);
    out.statement = cls.name, out.mapped = cls.mapped;
    out.in_library = system;
    NameVariable(call.object, out);
    if (call.kind == facts::CalleeKind::kDirect) out.callee = NameOf(call.callee);
    if (!call.callee_name.empty()) out.primitive = PrimitiveOf(call.callee_name);
    if (call.operation == Operation::kThreadCreate) out.soft = CreationName(loaded, *info.function, function, info.index);
    if (call.operation == Operation::kAllocate && is_new_ && loaded.soft != nullptr)
      out.soft = loaded.soft->Of(function, info.index);
    out.callee_record = RecordOf(loaded, call, *info.function);
    if (!info.function->record.empty() && !system && !IsLambda(*info.function)) out.caller_record = NameOf(info.function->record);
  }

  // In C, functions belong to the record that their first parameter points to, and calls among such functions are inner ones.
  std::uint64_t RecordOf(const Loaded& loaded, const CallSite& call, const FunctionFacts& caller) const {
    if (call.kind == facts::CalleeKind::kVirtual) return call.callee.starts_with("std::") ? 0 : NameOf(call.callee);
    if (call.kind != facts::CalleeKind::kDirect) return 0;
    const FunctionFacts* callee = loaded.side->facts->FindFunction(call.callee);
    if (callee == nullptr || callee->system()) return 0;
    if (!callee->parameter_record.empty()) return caller.parameter_record.empty() ? NameOf(callee->parameter_record) : 0;
    if (callee->record.empty() || IsLambda(*callee)) return 0;
    return NameOf(callee->record);
  }

  // Enclosing function, entry function, how-maniest of these.
  std::uint64_t CreationName(const Loaded& loaded, const FunctionFacts& facts, std::uint32_t function,
                             std::uint32_t index) const {
    const auto entry = [&](const CallSite& call) -> std::uint64_t {
      const FunctionFacts* found = call.entry.empty() ? nullptr : loaded.side->facts->FindFunction(call.entry);
      return found == nullptr ? NameOf(WithoutLambdaNumbers(call.entry))
                              : loaded.classes->FunctionName(loaded.classes->IndexOf(*found));
    };
    const std::uint64_t own = entry(facts.calls[index]);
    std::uint32_t ordinal = 0;
    for (std::uint32_t i = 0; i < index; ++i)
      ordinal += facts.calls[i].operation == Operation::kThreadCreate && entry(facts.calls[i]) == own;
    return Scramble(loaded.classes->FunctionName(function) + Scramble(own + ordinal)) | 1;
  }

  bool is_new_;
  mutable std::vector<Loaded> modules_;
  mutable std::deque<SiteView> views_;
  mutable std::vector<const SiteView*> cache_[kClasses];
};

class LoadedVersions : public Versions {
 public:
  Result<void> Load(const std::vector<Module>& old_modules, const std::vector<Module>& new_modules, bool moved_blocks) {
    const auto name = [](const std::vector<Module>& modules, std::size_t i) {
      return i == 0 ? std::string() : BaseName(modules[i].path);
    };
    for (std::size_t i = 0; i < new_modules.size(); ++i) RW_TRY(AddSide(name(new_modules, i), new_modules[i], true));
    for (std::size_t i = 0; i < old_modules.size(); ++i) RW_TRY(AddSide(name(old_modules, i), old_modules[i], false));
    for (auto& [key, pair] : pairs_) {
      if (!pair.old_side || !pair.new_side) continue;
      RW_ASSIGN(pair.change, ProgramChange::Of(pair.old_path, pair.new_path));
      pair.matching = &pair.change->matching();
      if (moved_blocks) pair.moved = std::make_unique<MovedBlocks>(*pair.matching);
      soft_[key] = std::make_unique<SoftNames>(pair, Classes(pair, false), Classes(pair, true));
    }
    for (std::size_t i = 0; i < new_modules.size(); ++i) AddTo(new_view_, name(new_modules, i), new_modules[i], true);
    for (std::size_t i = 0; i < old_modules.size(); ++i) AddTo(old_view_, name(old_modules, i), old_modules[i], false);
    return {};
  }
  const ProgramView& old_view() const override { return old_view_; }
  const ProgramView& new_view() const override { return new_view_; }
  bool soft() const override {
    return std::ranges::any_of(soft_, [](const auto& entry) { return entry.second->any(); });
  }
  bool sync_changed() const override {
    return std::ranges::any_of(pairs_, [](const auto& entry) {
      return entry.second.matching && SynchronisationChanged(*entry.second.matching, &IsSynchronisation);
    });
  }

 private:
  Result<void> AddSide(const std::string& name, const Module& module, bool is_new) {
    Pair& pair = pairs_[name];
    pair.name = name;
    (is_new ? pair.new_path : pair.old_path) = module.path;
    auto facts = SharedFacts(module.path);
    if (!facts && !name.empty()) return {};  // a library without facts has no sites
    if (!facts) return std::unexpected(facts.error());
    RW_ASSIGN(Symbols symbols, Symbols::Read(module.path, name));
    (is_new ? pair.new_side : pair.old_side) = std::make_unique<Side>(std::move(*facts), std::move(symbols));
    return {};
  }
  void AddTo(View& view, const std::string& name, const Module& module, bool is_new) {
    const Pair& pair = pairs_[name];
    const Side* side = is_new ? pair.new_side.get() : pair.old_side.get();
    if (side == nullptr) return;
    const auto soft = soft_.find(name);
    view.Add({module, &pair, std::make_unique<Classes>(pair, is_new), soft == soft_.end() ? nullptr : soft->second.get(), side});
  }

  std::map<std::string, Pair> pairs_;
  std::map<std::string, std::unique_ptr<SoftNames>> soft_;
  View old_view_{false}, new_view_{true};
};

}  // namespace

Result<std::unique_ptr<Versions>> Versions::Load(const std::vector<Module>& old_modules, const std::vector<Module>& new_modules,
                                                 bool moved_blocks) {
  auto out = std::make_unique<LoadedVersions>();
  RW_TRY(out->Load(old_modules, new_modules, moved_blocks));
  return out;
}

}  // namespace reweave::recontest
