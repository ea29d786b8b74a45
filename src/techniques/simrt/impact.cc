#include "techniques/simrt/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "analysis/locator.h"
#include "change/builds.h"
#include "change/names.h"
#include "techniques/simrt/block_pairs.h"
#include "techniques/simrt/chances.h"
#include "techniques/simrt/changed_ops.h"
#include "techniques/simrt/initial_values.h"
#include "techniques/simrt/looked_up.h"
#include "techniques/simrt/old_blocks.h"
#include "techniques/simrt/order_impact.h"
#include "techniques/simrt/phases.h"
#include "techniques/simrt/recast_atomics.h"
#include "techniques/simrt/slice.h"
#include "techniques/simrt/sync_impact.h"
#include "techniques/simrt/without_analysis.h"

namespace reweave::inline simrt {

namespace {

using facts::FlowKind;

class Analyzer {
 public:
  Analyzer(const ProgramChange& change, const ImpactOptions& options, const FlowProgram& program)
      : change_(change),
        matching_(change.matching()),
        program_(program),
        points_(program),
        threads_(program, points_),
        blocks_(matching_, program, threads_),
        tests_(matching_, program, points_, threads_, blocks_),
        declarations_(DeclarationChanges(change)),
        recast_(matching_, program),
        sync_(change, program, points_, declarations_, options.condvar_impact),
        slice_(program, points_, threads_, options.slice_limit) {}

  Result<ChangeImpact> Run() {
    located_ = LocateSharedAccesses(program_, points_, threads_);
    std::erase_if(located_, [&](const LocatedAccess& access) { return tests_.Runs(access.function, access.block); });
    RW_TRY(Slice());
    sync_.AddInfluenced(slice_, threads_);
    const OrderImpact order(matching_, program_, points_, threads_, blocks_, declarations_, slice_);
    FindWeakened();
    std::vector<LocatedAccess> listed;  // as the accesses are
    std::vector<std::vector<Chances::Place>> reached;  // where a thread is that comes to each
    for (const LocatedAccess& access : located_) {
      const SharedAccess plain = Tuple(access);
      out_.accesses.push_back(plain);
      listed.push_back(access);
      reached.push_back({{access.function, access.block}});
      if (plain.impacted()) continue;
      if (auto inside = InRegion(access, plain)) {
        out_.accesses.push_back(*inside);
        listed.push_back(access);
        const auto& from = sync_.CalleeOf(access.function)->from;
        reached.emplace_back(from.begin(), from.end());
      }
      if (auto ordered = Ordered(order, access, plain)) {
        out_.accesses.push_back(*ordered);
        listed.push_back(access);
        reached.push_back({{access.function, access.block}});
      }
    }
    FindChances(reached);
    located_ = std::move(listed);
    // Blocks whose tests newly reach an access come after: the pairs may need them.
    NewCalls();
    const Phases phases(matching_, program_, points_, threads_, blocks_, tests_, slice_);
    for (std::uint32_t i = 0; i < out_.accesses.size(); ++i) {
      out_.accesses[i].beside_only = phases.Kept(out_.accesses[i].blocks);
      if (out_.accesses[i].blocks.empty()) out_.unmapped.push_back(i);
    }
    PairList pairs = ListPairs(out_.accesses, Places(), [&](const SharedAccess& a, const SharedAccess& b) {
      return MayAliasPlaces(located_[&a - out_.accesses.data()], located_[&b - out_.accesses.data()]);
    });
    out_.pairs = std::move(pairs.pairs);
    out_.pairs_total = pairs.total;
    out_.crowded = std::move(pairs.crowded);
    CountChanges();
    Notes();
    return std::move(out_);
  }

 private:
  // Numbers of what the accesses touch: the same number, the same places. What is not known is told apart by its name.
  std::vector<std::uint32_t> Places() const {
    std::set<std::string> unknown;
    for (const LocatedAccess& access : located_)
      if (access.cells.empty()) unknown.insert(access.variable);
    std::map<std::pair<std::vector<PointsTo::Cell>, std::string>, std::uint32_t> numbers;
    std::vector<std::uint32_t> out(located_.size());
    std::ranges::transform(located_, out.begin(), [&](const LocatedAccess& access) {
      const auto next = static_cast<std::uint32_t>(numbers.size());
      return numbers.try_emplace({access.cells, unknown.contains(access.variable) ? access.variable : ""}, next).first->second;
    });
    return out;
  }

  // Only what can be in a pair is asked for: something of its class is affected.
  void FindChances(const std::vector<std::vector<Chances::Place>>& reached) {
    std::set<std::uint32_t> affected;
    for (const SharedAccess& access : out_.accesses)
      if (access.impacted()) affected.insert(access.alias_class);
    Chances chances(program_, points_, threads_, blocks_, located_);
    for (std::size_t i = 0; i < out_.accesses.size(); ++i)
      if (affected.contains(out_.accesses[i].alias_class)) out_.accesses[i].chances = chances.Of(reached[i]);
    out_.chances = chances.Take();
  }

  SharedAccess Tuple(const LocatedAccess& access) {
    const FunctionFacts& f = program_.functions()[access.function];
    SharedAccess out;
    OldPlaces old = access.access == kNoSite ? blocks_.Of(access.function, access.block)
                                             : blocks_.Of(access.function, f.accesses[access.access]);
    out.blocks = std::move(old.blocks);
    out.spawned = old.spawned;
    out.real_function = f.id;
    if (!out.blocks.empty()) out.function = out.blocks.front().function;
    out.variable = access.variable;
    out.alias_class = access.alias_class;
    out.file = access.position.file;
    out.line = access.position.line;
    out.column = access.position.column;
    out.write = access.write;
    out.atomic = access.atomic;
    out.multi_thread = threads_.multi(access.function);
    std::tie(out.impact, out.reason) = Impact(access);
    out.recast = out.impacted() && recast_.Has(access);
    if (out.impact == ImpactCase::kIndirect) Decided(access, out);
    return out;
  }

  // Who comes to the block that newly decides about it may come to it.
  void Decided(const LocatedAccess& access, SharedAccess& out) {
    std::set<OldBlock> blocks(out.blocks.begin(), out.blocks.end());
    for (const auto& [function, decider] : slice_.DecidersOf(access.function, access.op))
      for (std::uint32_t block : WithThrowers(program_.functions()[function], decider)) {
        const OldPlaces places = blocks_.Of(function, block);
        blocks.insert(places.blocks.begin(), places.blocks.end());
      }
    out.blocks.assign(blocks.begin(), blocks.end());
  }

  // Its function also runs in lock regions of others that the change alters: the access as it is there, which only tests reach
  // that enter such a region. Nowhere else is it affected.
  std::optional<SharedAccess> InRegion(const LocatedAccess& access, const SharedAccess& plain) {
    const SyncImpact::Callee* callee = sync_.CalleeOf(access.function);
    if (!callee) return std::nullopt;
    SharedAccess out = plain;
    std::set<OldBlock> blocks;
    bool all_spawned = true;
    for (const auto& [function, block] : callee->from) {
      const OldPlaces places = blocks_.Of(function, block);
      blocks.insert(places.blocks.begin(), places.blocks.end());
      all_spawned &= places.spawned;
    }
    out.blocks.assign(blocks.begin(), blocks.end());
    out.spawned = all_spawned;
    out.impact = ImpactCase::kSync;
    out.reason = callee->reason;
    return out;
  }

  // It came before or after an operation of its thread that orders threads no longer as it did: the access as it is in threads
  // that come to the operation. A change of its own says more, but not for threads that come there.
  std::optional<SharedAccess> Ordered(const OrderImpact& order, const LocatedAccess& access, const SharedAccess& plain) const {
    const OrderImpact::Found found = order.empty() ? OrderImpact::Found() : order.Of(access.function, access.op);
    if (found.reason == nullptr) return std::nullopt;
    SharedAccess out = plain;
    out.through = found.through;
    if (found.runs_more) {
      out.blocks.insert(out.blocks.end(), found.through.begin(), found.through.end());
      out.multi_thread = true;
      out.spawned |= found.spawns;
    }
    out.impact = ImpactCase::kSync;
    out.reason = *found.reason;
    return out;
  }

  using Verdict = std::pair<ImpactCase, std::string>;

  Verdict Impact(const LocatedAccess& access) {
    const FunctionFacts& now = program_.functions()[access.function];
    const FunctionMatch& match = matching_.of(access.function);
    const std::string here = access.position.line == 0 ? now.pretty + " (no debug information)"
                                                       : fmt::format("{}:{}", access.position.file, access.position.line);
    // A new function's accesses are all added; the case says that it is the function. A declaration that no longer protects
    // says more than that the access looks different.
    if (match.old_function == kNoMatch) return {ImpactCase::kFunction, fmt::format("{} is new", now.pretty)};
    if (std::string why = DeclarationOf(now, match); !why.empty()) return {ImpactCase::kFunction, why};
    const DeclarationChange* declaration = DeclarationOf(access);
    if (declaration && declaration->kind == DeclarationChange::Kind::kUnguarded)
      return {ImpactCase::kVolatile, declaration->text};
    if (auto weaker = weakened_.find(NameOf(access)); weaker != weakened_.end()) return {ImpactCase::kVolatile, weaker->second};
    if (IsChanged(access, match)) return {ImpactCase::kDirect, here + " changed"};
    if (declaration && declaration->kind == DeclarationChange::Kind::kType) return {ImpactCase::kDirect, declaration->text};
    if (const std::string* why = sync_.ReasonOf(access.function, access.statement)) return {ImpactCase::kSync, *why};
    if (slice_.Contains(access.function, access.op))
      return {ImpactCase::kIndirect, origins_[slice_.OriginOf(access.function, access.op)]};
    if (declaration) return {ImpactCase::kIndirect, declaration->text};
    return {};
  }

  // Its signature, its qualifiers, whether it is virtual or seen by other units.
  std::string DeclarationOf(const FunctionFacts& now, const FunctionMatch& match) const {
    const FunctionFacts& before = matching_.old_facts().functions()[match.old_function];
    // A function that only its unit sees carries the unit's path: moved with its file, it is the same. So is one with extern "C".
    const bool same = before.signature == now.signature && before.mangled.starts_with("_Z") != now.mangled.starts_with("_Z");
    // Of a class that has another name, it says the same in the new one's.
    if (match.renamed && !same && before.mangled != now.mangled && before.pretty != now.pretty &&
        WithoutParameters(before.pretty) == WithoutParameters(now.pretty))
      return fmt::format("{} was {}", now.pretty, before.pretty);
    if (match.renamed) return "";
    if (before.signature != now.signature) return fmt::format("the signature of {} changed", now.pretty);
    if ((before.virtual_slot < 0) != (now.virtual_slot < 0))
      return fmt::format("{} is {}virtual", now.pretty, now.virtual_slot < 0 ? "no longer " : "now ");
    if ((before.flags ^ now.flags) & facts::kFunctionLocal) return fmt::format("the linkage of {} changed", now.pretty);
    return "";
  }

  static std::string NameOf(const LocatedAccess& access) {
    return access.record.empty() ? access.field : access.record + "::" + access.field;
  }

  const DeclarationChange* DeclarationOf(const LocatedAccess& access) const {
    // The elements behind a pointer are declared elsewhere.
    if (access.variable.ends_with("[]")) return nullptr;
    auto found = declarations_.find(NameOf(access));
    return found == declarations_.end() ? nullptr : &found->second;
  }

  bool IsChanged(const LocatedAccess& access, const FunctionMatch& match) {
    if (access.statement != kNoStatement) return match.statements[access.statement] == kNoMatch;
    // Without debug information only the block tells.
    if (program_.functions()[access.function].position.line == 0 && !match.identical &&
        blocks_.PairsOf(access.function)[access.block].state != BlockPair::State::kSame)
      return true;
    return access.access != kNoSite ? match.accesses[access.access] == kNoMatch : match.calls[access.call] == kNoMatch;
  }

  Result<void> Slice() {
    RW_ASSIGN(const std::vector<ChangedOp> changed, ChangedOps(change_, program_, points_, blocks_, tests_));
    std::unordered_map<std::string, std::uint32_t> numbers;
    const auto number = [&](const std::string& text) {
      auto [entry, fresh] = numbers.try_emplace(text, origins_.size());
      if (fresh) origins_.push_back(text);
      return entry->second;
    };
    std::set<std::pair<std::uint32_t, std::uint32_t>> own;  // a shared access that is a change itself (cases 1 and 2)
    for (const ChangedOp& op : changed)
      if (op.kind <= ChangedOp::Kind::kNames) own.insert({op.function, op.op});
    for (const LocatedAccess& access : located_)
      if (access.write && own.contains({access.function, access.op})) slice_.Direct(access.function, access.op);
    for (const ChangedOp& op : changed)
      if (op.kind == ChangedOp::Kind::kSpared) slice_.Spare(op.function, op.op);
    for (const ChangedOp& op : changed) {
      const std::uint32_t origin = number(op.origin);
      switch (op.kind) {
        case ChangedOp::Kind::kChanged:
          slice_.Change(op.function, op.op, origin);
          if (program_.flows[op.function].ops[op.op].kind == FlowKind::kCall) new_calls_.push_back({op.function, op.op});
          break;
        case ChangedOp::Kind::kNames: GiveToLibrary(op, origin); break;
        case ChangedOp::Kind::kArguments: slice_.ChangeArguments(op.function, op.op, origin); break;
        case ChangedOp::Kind::kThrows: slice_.Throw(op.function, op.op, origin); break;
        case ChangedOp::Kind::kInfluenced: slice_.Influence(op.function, op.op, origin, op.decider); break;
        case ChangedOp::Kind::kSpared: break;
      }
    }
    AddInitialValues(program_, points_, declarations_, slice_, number);
    slice_.Run();
    return {};
  }

  void GiveToLibrary(const ChangedOp& op, std::uint32_t origin) {
    const FunctionFlows& flows = program_.flows[op.function];
    for (std::uint32_t k = 0; k < flows.ops[op.op].count; ++k)
      if (const FlowOperand operand = flows.operand(flows.ops[op.op], k); IsRoot(operand))
        if (const auto found = program_.by_id.find(program_.functions()[op.function].flows.roots[RootNumber(operand)].name);
            found != program_.by_id.end())
          for (std::uint32_t g : found->second) slice_.GiveToLibrary(g, origin);
  }

  // Atomics whose memory order is weaker than before: all uses of the variable.
  void FindWeakened() {
    constexpr int kStrength[] = {0, 1, 2, 2, 3, 4};  // relaxed consume acquire release acq_rel seq_cst
    for (const LocatedAccess& access : located_) {
      const FunctionMatch& match = matching_.of(access.function);
      if (!access.atomic || access.access == kNoSite || match.old_function == kNoMatch || match.identical) continue;
      if (match.accesses[access.access] != kNoMatch || access.order > 5) continue;
      const FunctionFacts& before = matching_.old_facts().functions()[match.old_function];
      const AccessSite& site = program_.functions()[access.function].accesses[access.access];
      std::set<std::uint32_t> kept(match.accesses.begin(), match.accesses.end());
      for (std::uint32_t i = 0; i < before.accesses.size(); ++i) {
        const AccessSite& was = before.accesses[i];
        if (kept.contains(i) || was.kind != site.kind || was.variable.name != site.variable.name || was.order > 5) continue;
        if (kStrength[was.order] > kStrength[access.order])
          weakened_.try_emplace(
              NameOf(access), fmt::format("{}:{}: weaker memory order than before", access.position.file, access.position.line));
      }
    }
  }

  // A call that the change adds: tests that reach the caller's block will reach what is called.
  void NewCalls() {
    std::map<std::uint32_t, std::set<OldBlock>> more;  // by function that is called
    for (const auto& [f, op] : new_calls_) {
      const FlowOp& call = program_.flows[f].ops[op];
      const OldPlaces places = blocks_.Of(f, call.block);
      if (places.blocks.empty()) continue;
      std::vector<std::uint32_t> work = points_.calls(f, call.site).functions;
      std::set<std::uint32_t> seen;
      while (!work.empty()) {
        const std::uint32_t g = work.back();
        work.pop_back();
        if (!seen.insert(g).second) continue;
        more[g].insert(places.blocks.begin(), places.blocks.end());
        for (std::uint32_t c = 0; c < program_.functions()[g].calls.size(); ++c)
          if (!points_.calls(g, c).spawn)
            work.insert(work.end(), points_.calls(g, c).functions.begin(), points_.calls(g, c).functions.end());
      }
    }
    for (std::size_t i = 0; i < located_.size(); ++i) {
      auto found = more.find(located_[i].function);
      if (found == more.end() || !out_.accesses[i].impacted() || !blocks_.Exists(located_[i].function)) continue;
      std::set<OldBlock> all(out_.accesses[i].blocks.begin(), out_.accesses[i].blocks.end());
      all.insert(found->second.begin(), found->second.end());
      out_.accesses[i].blocks.assign(all.begin(), all.end());
    }
  }

  void CountChanges() {
    for (std::uint32_t f = 0; f < program_.functions().size(); ++f) {
      if (program_.functions()[f].system()) continue;
      const FunctionMatch& match = matching_.of(f);
      ++out_.functions;
      if (match.identical) continue;
      ++out_.changed_functions;
      if (match.old_function == kNoMatch) continue;
      const FunctionFacts& before = matching_.old_facts().functions()[match.old_function];
      for (std::uint32_t block : ChangedBlocks(before, blocks_.PairsOf(f))) out_.changed.push_back({before.id, block});
    }
    for (std::uint32_t f = 0; f < matching_.old_facts().functions().size(); ++f) {
      const FunctionFacts& before = matching_.old_facts().functions()[f];
      if (before.system() || matching_.new_of(f) != kNoMatch) continue;
      for (std::uint32_t block = 0; block < before.blocks.size(); ++block) out_.changed.push_back({before.id, block});
    }
    std::ranges::sort(out_.changed);
    out_.changed.erase(std::unique(out_.changed.begin(), out_.changed.end()), out_.changed.end());
  }

  void Notes() {
    if (slice_.capped())
      out_.notes.push_back("the change reaches too far: accesses beyond the limit of the slice are not marked as affected");
    if (out_.pairs_total > out_.pairs.size())
      out_.notes.push_back(
          fmt::format("{} pairs are too many to list: {} stand for them, one for each two places in the old version{}",
                      out_.pairs_total, out_.pairs.size(),
                      out_.crowded.empty() ? "" : "; of some variables every test that brings two threads to them is selected"));
    if (out_.everything())
      out_.notes.push_back(fmt::format(
          "all {} functions changed: every test that brings two threads to shared memory is selected", out_.functions));
    else if (out_.functions > 0 && out_.changed_functions * 2 > out_.functions)
      out_.notes.push_back(
          fmt::format("{} of {} functions changed: the selection says little", out_.changed_functions, out_.functions));
    for (std::string& note : BuildNotes(CompareBuilds(matching_.old_facts(), matching_.new_facts())))
      out_.notes.push_back(std::move(note));
    std::ranges::copy(sync_.notes(), std::back_inserter(out_.notes));
    if (const std::string record = UnfollowedRecord(program_, declarations_); !record.empty()) {
      out_.undecided = true;
      out_.notes.push_back(fmt::format("members of {} changed places, and what becomes of its values is not known: "
                                       "all tests of the program are selected",
                                       record));
    }
    if (const std::string name = LookedUpByName(program_, slice_); !name.empty()) {
      out_.undecided = true;
      out_.notes.push_back(fmt::format("{} may look up another name now: all tests of the program are selected", name));
    }
    NoteOddFunctions();
    std::size_t bare = 0;
    for (const FunctionFacts& f : program_.functions()) bare += !f.system() && f.flows.ops.empty() && !f.blocks.empty();
    if (bare > 0)
      out_.notes.push_back(fmt::format("{} functions have no flows: rebuild the new version with this reweave-c++", bare));
    if (!threads_.creates_threads())
      out_.notes.push_back(
          "no code of the new version that was built with the driver creates a thread: if a library does, pairs of "
          "accesses are not known, and entered functions decide");
  }

  // What is in the program and cannot be looked into.
  void NoteOddFunctions() {
    const auto note = [&](const char* text, auto belongs) {
      std::vector<std::string> names;
      for (const FunctionFacts& f : program_.functions())
        if (!f.system() && belongs(f)) names.push_back(f.pretty);
      if (names.empty()) return;
      out_.notes.push_back(
          fmt::format("{} ({}{})", text, names.front(), names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : ""));
    };
    note("coroutines: threads are those that run them, whoever resumes them where",
         [](const FunctionFacts& f) { return (f.flags & facts::kFunctionCoroutine) != 0; });
    note("inline assembly may access any memory: what it does is in no pair", [](const FunctionFacts& f) {
      return std::ranges::any_of(f.statements,
                                 [](const StatementFacts& s) { return (s.flags & facts::kStatementAssembly) != 0; });
    });
  }

  const ProgramChange& change_;
  const Matching& matching_;
  const FlowProgram& program_;
  PointsTo points_;
  Threads threads_;
  OldBlocks blocks_;
  NewTests tests_;
  std::map<std::string, DeclarationChange> declarations_;
  RecastAtomics recast_;
  SyncImpact sync_;
  ForwardSlice slice_;
  std::vector<LocatedAccess> located_;
  std::vector<std::string> origins_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> new_calls_;
  std::map<std::string, std::string> weakened_;
  ChangeImpact out_;
};

}  // namespace

Result<ChangeImpact> AnalyseChange(const ProgramChange& change, const ImpactOptions& options) {
  RW_ASSIGN(const FlowProgram program, LoadProgram(change.new_facts()));
  const Effort effort(options.effort);
  try {
    return Analyzer(change, options, program).Run();
  } catch (const Effort::Spent& spent) {
    return ImpactWithoutAnalysis(change, spent.why);
  }
}

}  // namespace reweave::inline simrt
