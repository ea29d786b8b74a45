#include "techniques/simrt/changed_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "techniques/simrt/new_globals.h"
#include "techniques/simrt/new_throws.h"
#include "techniques/simrt/new_ways.h"
#include "techniques/simrt/normal_ways.h"
#include "techniques/simrt/op_shapes.h"
#include "techniques/simrt/other_callees.h"
#include "techniques/simrt/other_inputs.h"

namespace reweave::inline simrt {

using facts::FlowKind;

namespace {

std::string LineOf(const FunctionFacts& f, std::uint32_t statement, std::uint32_t block) {
  const std::uint32_t line = statement != kNoStatement && !f.statements[statement].lines.empty()
                                 ? f.statements[statement].lines.front()
                                 : f.blocks[block].first_line;
  return fmt::format("{}:{}", f.position.file, line);
}

bool NamesFunction(const FunctionFacts& f, const FunctionFlows& flows, std::uint32_t op) {
  for (std::uint32_t k = 0; k < flows.ops[op].count; ++k)
    if (const FlowOperand operand = flows.operand(flows.ops[op], k);
        IsRoot(operand) && f.flows.roots[RootNumber(operand)].kind == facts::FlowRoot::kFunction)
      return true;
  return false;
}

class Comparison {
 public:
  Comparison(const Matching& matching, std::uint32_t number, const FunctionFlows& before, const FunctionFlows& now,
             const std::vector<BlockPair>& pairs, std::vector<ChangedOp>& out)
      : matching_(matching),
        match_(matching.of(number)),
        old_f_(matching.old_facts().functions()[match_.old_function]),
        new_f_(matching.new_facts().functions()[number]),
        old_(before),
        new_(now),
        was_(old_f_, old_, nullptr),
        is_(new_f_, new_, &matching.renames()),
        pairs_(pairs),
        number_(number),
        out_(out) {}

  void Run() {
    for (std::uint32_t c = 0; c < old_f_.calls.size(); ++c) gone_calls_.insert(old_f_.calls[c].callee);
    for (std::uint32_t c = 0; c < match_.calls.size(); ++c)
      if (match_.calls[c] != kNoMatch) kept_calls_.insert(match_.calls[c]);
    gone_calls_.clear();
    for (std::uint32_t c = 0; c < old_f_.calls.size(); ++c)
      if (!kept_calls_.contains(c)) gone_calls_.insert(old_f_.calls[c].callee);
    bool any = false;
    for (std::uint32_t i = 0; i < new_.ops.size(); ++i) {
      const std::uint32_t statement = new_.ops[i].statement;
      if (statement == kNoStatement || match_.statements[statement] != kNoMatch) continue;
      any = true;
      Changed(i);
    }
    const std::size_t known = out_.size();
    OpenedWays();
    Redirected();
    Shapes();
    GoneBranches();
    GoneInputs();
    NewNames();
    if (out_.size() == known && !any) Unexplained();
  }

 private:
  void Changed(std::uint32_t i) {
    const FlowOp& op = new_.ops[i];
    auto kind = ChangedOp::Kind::kChanged;
    if (op.kind == FlowKind::kCall && CallsRenamed(new_f_.calls[op.site])) return;
    if (op.kind == FlowKind::kCall && new_f_.calls[op.site].kind == facts::CalleeKind::kDirect && WasThere(op.site))
      kind = ChangedOp::Kind::kArguments;
    out_.push_back({number_, i, kind, LineOf(new_f_, op.statement, op.block) + " changed"});
  }

  // The function called it before, too, if not here. Of a thread, what it runs is what is called.
  bool WasThere(std::uint32_t site) const {
    const CallSite& call = new_f_.calls[site];
    if (call.operation != facts::Operation::kThreadCreate)
      return match_.calls[site] != kNoMatch || gone_calls_.contains(call.callee);
    const FunctionFacts* entry = call.entry.empty() ? nullptr : matching_.new_facts().FindFunction(call.entry);
    const std::uint32_t was = entry ? matching_.of(matching_.IndexOf(*entry)).old_function : kNoMatch;
    if (was == kNoMatch) return false;
    const auto starts = [](const FunctionFacts& f, const std::string& id) {
      return std::ranges::count_if(f.calls, [&](const CallSite& c) { return c.entry == id; });
    };
    return starts(old_f_, matching_.old_facts().functions()[was].id) >= starts(new_f_, call.entry);
  }

  // It compiles to something else, and no operation says what: a handler catches another type. Then the branches of the blocks
  // that differ decide otherwise. If all that differs is where exceptions go (a callee that threw does not any more), only those
  // that handle them.
  void Unexplained() {
    const NormalWays before = NormalWaysOf(old_f_, old_, was_), now = NormalWaysOf(new_f_, new_, is_);
    const bool same = !Edited() && before.text == now.text;
    for (std::uint32_t i = 0; i < new_.ops.size(); ++i)
      if (const FlowOp& op = new_.ops[i];
          op.kind == FlowKind::kBranch && pairs_[op.block].state != BlockPair::State::kSame && !(same && now.reached[op.block]))
        out_.push_back({number_, i, ChangedOp::Kind::kInfluenced,
                        LineOf(new_f_, op.statement, op.block) + ": compiles to something else than before"});
  }

  // Somebody changed a statement of it, other than by what is to be cleaned up when an exception comes.
  bool Edited() const {
    const auto written = [](const StatementFacts& s) { return (s.flags & facts::kStatementUnwind) == 0; };
    std::vector<bool> kept(old_f_.statements.size());
    for (std::uint32_t s = 0; s < new_f_.statements.size(); ++s) {
      if (match_.statements[s] != kNoMatch) kept[match_.statements[s]] = true;
      else if (written(new_f_.statements[s])) return true;
    }
    for (std::uint32_t s = 0; s < kept.size(); ++s)
      if (!kept[s] && written(old_f_.statements[s])) return true;
    return false;
  }

  // The same function as before under another name.
  bool CallsRenamed(const CallSite& call) const {
    const FunctionFacts* callee =
        call.kind == facts::CalleeKind::kDirect ? matching_.new_facts().FindFunction(call.callee) : nullptr;
    if (!callee) return false;
    const FunctionMatch& match = matching_.of(matching_.IndexOf(*callee));
    return match.renamed && gone_calls_.contains(matching_.old_facts().functions()[match.old_function].id);
  }

  // Unmodified statements whose operations differ all the same (a constant that came from elsewhere), and operations that
  // belong to no statement in blocks that differ.
  void Shapes() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> old_of, new_of;
    for (std::uint32_t i = 0; i < old_.ops.size(); ++i) old_of[old_.ops[i].statement].push_back(i);
    for (std::uint32_t i = 0; i < new_.ops.size(); ++i) new_of[new_.ops[i].statement].push_back(i);
    for (const auto& [statement, ops] : new_of) {
      if (statement == kNoStatement || match_.statements[statement] == kNoMatch) continue;
      Compare(old_of[match_.statements[statement]], ops);
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> old_loose, new_loose;  // by block
    for (std::uint32_t i : old_of[kNoStatement]) old_loose[old_.ops[i].block].push_back(i);
    for (std::uint32_t i : new_of[kNoStatement]) new_loose[new_.ops[i].block].push_back(i);
    for (const auto& [block, ops] : new_loose)
      if (pairs_[block].state != BlockPair::State::kSame) Compare(old_loose[pairs_[block].old_block], ops);
  }

  // The function does it as often as before, only in another block: a return whose lock is gone has nothing to clean up in
  // between.
  bool IsElsewhere(std::uint64_t shape) {
    if (shapes_.empty()) {
      for (const FlowOp& op : old_.ops) ++shapes_[was_.Of(op)];
      for (const FlowOp& op : new_.ops) --shapes_[is_.Of(op)];
    }
    return shapes_[shape] >= 0;
  }

  void Compare(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& now) {
    std::vector<std::uint64_t> old_shapes, new_shapes;
    for (std::uint32_t i : before) old_shapes.push_back(was_.Of(old_.ops[i]));
    for (std::uint32_t i : now) new_shapes.push_back(is_.Of(new_.ops[i]));
    if (old_shapes == new_shapes) return;
    const std::vector<std::uint32_t> aligned = Align(old_shapes, new_shapes);
    for (std::size_t k = 0; k < now.size(); ++k)
      if (aligned[k] == kNoMatch && !IsElsewhere(new_shapes[k])) Changed(now[k]);
  }

  // A condition that is no longer asked: what it decided about.
  void GoneBranches() {
    std::vector<bool> kept(old_f_.statements.size());
    for (std::uint32_t was : match_.statements)
      if (was != kNoMatch) kept[was] = true;
    std::vector<bool> asked(old_f_.branches.size());
    for (std::uint32_t was : match_.branches)
      if (was != kNoMatch) asked[was] = true;
    std::vector<std::vector<std::uint32_t>> controlled;
    std::set<std::pair<std::uint32_t, std::uint32_t>> decided;  // old statement, branch
    for (std::uint32_t b = 0; b < old_f_.branches.size(); ++b) {
      const BranchSite& branch = old_f_.branches[b];
      // One that asked what a call gave counts as part of the call, which may still be made: `try_lock();`.
      if (branch.statement == kNoStatement || (kept[branch.statement] && asked[b])) continue;
      if (controlled.empty()) controlled = ControlledBlocks(old_f_);
      const auto& blocks = controlled[branch.block];
      for (const FlowOp& op : old_.ops)
        if (op.statement != kNoStatement && std::ranges::find(blocks, op.block) != blocks.end())
          decided.insert({op.statement, b});
    }
    if (decided.empty()) return;
    for (std::uint32_t i = 0; i < new_.ops.size(); ++i) {
      const std::uint32_t statement = new_.ops[i].statement;
      if (statement == kNoStatement || match_.statements[statement] == kNoMatch) continue;
      auto found = decided.lower_bound({match_.statements[statement], 0});
      if (found == decided.end() || found->first != match_.statements[statement]) continue;
      const BranchSite& branch = old_f_.branches[found->second];
      out_.push_back({number_, i, ChangedOp::Kind::kInfluenced,
                      LineOf(old_f_, branch.statement, branch.block) + " (before): the condition changed"});
    }
  }

  // Functions whose address goes somewhere.
  static std::map<std::string, std::vector<std::uint32_t>> Names(const FunctionFacts& f, const FunctionFlows& flows) {
    std::map<std::string, std::vector<std::uint32_t>> out;
    for (std::uint32_t i = 0; i < flows.ops.size(); ++i)
      for (std::uint32_t k = 0; k < flows.ops[i].count; ++k)
        if (const FlowOperand operand = flows.operand(flows.ops[i], k);
            IsRoot(operand) && f.flows.roots[RootNumber(operand)].kind == facts::FlowRoot::kFunction)
          out[f.flows.roots[RootNumber(operand)].name].push_back(i);
    return out;
  }
  void NewNames() {
    std::map<std::string, std::size_t> before;
    for (const auto& [name, ops] : Names(old_f_, old_)) before[Renames::OfOld(name)] += ops.size();
    for (const auto& [name, ops] : Names(new_f_, new_))
      if (ops.size() > before[matching_.renames().OfNew(name)])
        out_.push_back({number_, ops.back(), ChangedOp::Kind::kNames,
                        LineOf(new_f_, new_.ops[ops.back()].statement, new_.ops[ops.back()].block) + " changed"});
  }

  // Unmodified, and what they work on was there before, too, but they did not work on it.
  void GoneInputs() {
    for (std::uint32_t i : OtherInputs(match_, old_f_, old_, new_f_, new_, pairs_, matching_.renames())) {
      const FlowOp& op = new_.ops[i];
      const bool call = op.kind == FlowKind::kCall && new_f_.calls[op.site].kind == facts::CalleeKind::kDirect;
      out_.push_back({number_, i, call ? ChangedOp::Kind::kArguments : ChangedOp::Kind::kInfluenced,
                      LineOf(new_f_, op.statement, op.block) + ": works on another value than before"});
    }
  }

  // A `break`, `continue`, `return` or `goto` that is not there any more, or leads elsewhere, or a loop that is none: what was
  // there before and can now be reached from where it could not.
  void OpenedWays() {
    std::vector<bool> kept(old_f_.statements.size());
    for (std::uint32_t was : match_.statements)
      if (was != kNoMatch) kept[was] = true;
    bool gone = false;
    for (std::uint32_t s = 0; s < kept.size(); ++s) {
      const std::uint32_t flags = old_f_.statements[s].flags;
      gone |= !kept[s] && (flags & facts::kStatementJump) != 0 && (flags & facts::kStatementImplicit) == 0;
    }
    // `while (!ready) wait();` became `if (!ready) wait();`: nothing asks again before what follows.
    const auto loops = std::ranges::count_if(match_.loops, [](std::uint32_t was) { return was != kNoMatch; });
    gone |= loops < std::ssize(old_f_.loops);
    if (!gone) return;
    for (const NewWay& way : NewWays(old_f_, new_f_, pairs_))
      for (std::uint32_t i = 0; i < new_.ops.size(); ++i)
        if (new_.ops[i].block == way.to)
          out_.push_back({number_, i, ChangedOp::Kind::kInfluenced,
                          LineOf(new_f_, kNoStatement, way.from) + ": continues with what it did not reach before", way.from});
  }

  // A branch that asks what it asked, and goes elsewhere by the same answer: `a && b` became `a || b`.
  void Redirected() {
    const auto is_same = [&](std::uint32_t block) { return pairs_[block].state == BlockPair::State::kSame; };
    for (std::uint32_t i = 0; i < new_.ops.size(); ++i) {
      const std::uint32_t block = new_.ops[i].block;
      if (new_.ops[i].kind != FlowKind::kBranch || !is_same(block)) continue;
      const auto elsewhere = [&](const BlockEdge& edge) {
        return is_same(edge.target) &&
               std::ranges::any_of(old_f_.blocks[pairs_[block].old_block].edges, [&](const BlockEdge& was) {
                 return was.label == edge.label && was.value == edge.value && was.target != pairs_[edge.target].old_block;
               });
      };
      if (std::ranges::any_of(new_f_.blocks[block].edges, elsewhere))
        out_.push_back({number_, i, ChangedOp::Kind::kInfluenced,
                        LineOf(new_f_, new_.ops[i].statement, block) + ": decides about something else than before"});
    }
  }

  const Matching& matching_;
  const FunctionMatch& match_;
  const FunctionFacts &old_f_, &new_f_;
  const FunctionFlows &old_, &new_;
  const OpShapes was_, is_;
  const std::vector<BlockPair>& pairs_;
  std::uint32_t number_;
  std::vector<ChangedOp>& out_;
  std::set<std::string> gone_calls_;
  std::set<std::uint32_t> kept_calls_;
  std::map<std::uint64_t, int> shapes_;  // how much more often the old version has it
};

// Calls that lead to another function, though nobody touched them.
void VirtualCalls(const ProgramChange& program_change, const FlowProgram& program, const PointsTo& points,
                  std::vector<ChangedOp>& out) {
  const std::vector<VirtualChange>& changes = program_change.virtual_changes();
  if (changes.empty()) return;
  const VirtualCallers callers(program_change.new_facts());
  // Of a receiver whose class the compiler forgot, the call goes through a plain pointer: where that may lead, tells.
  const auto may_lead = [&](std::uint32_t f, const FlowOp& op, const VirtualChange& change) {
    if (program.functions()[f].calls[op.site].kind != facts::CalleeKind::kIndirect) return false;
    const auto now = program.by_id.find(change.now);
    const auto& targets = points.calls(f, op.site).functions;
    return now != program.by_id.end() &&
           std::ranges::any_of(now->second, [&](std::uint32_t to) { return std::ranges::binary_search(targets, to); });
  };
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    const FunctionFacts& now = program.functions()[f];
    if (now.system()) continue;
    for (std::uint32_t i = 0; i < program.flows[f].ops.size(); ++i) {
      const FlowOp& op = program.flows[f].ops[i];
      if (op.kind != FlowKind::kCall) continue;
      for (const VirtualChange& change : changes)
        if (callers.MayRun(now.calls[op.site], change) || may_lead(f, op, change)) {
          out.push_back(
              {f, i, ChangedOp::Kind::kChanged,
               fmt::format("{}: runs another function for {} than before", LineOf(now, op.statement, op.block), change.record)});
          break;
        }
    }
  }
}

}  // namespace

std::string VariableKey(const Variable& v) {
  if (!v.field.empty()) return v.kind == facts::VariableKind::kElement ? v.name : v.record + "::" + v.field;
  return v.kind == facts::VariableKind::kGlobal || v.kind == facts::VariableKind::kElement ? v.name : "";
}

namespace {

// Variables that statements of the function write which were not there before.
std::set<std::string> NewlyWritten(const FunctionFacts& now, const FunctionMatch& match) {
  std::set<std::string> out;
  for (std::uint32_t i = 0; i < now.accesses.size(); ++i)
    if (match.accesses[i] == kNoMatch && now.accesses[i].kind != facts::AccessKind::kRead)
      out.insert(VariableKey(now.accesses[i].variable));
  return out;
}

std::string Slot(std::int64_t number) { return fmt::format("virtual {}", number); }

// What functions write that both versions have and only the old one calls: `use_locks(1)` is gone.
void NoLongerCalled(const Matching& matching, std::map<std::string, std::string>& gone) {
  const auto mentioned = [](const Facts& facts) {
    std::set<std::string> out;
    for (const FunctionFacts& f : facts.functions()) {
      for (const CallSite& call : f.calls)
        if (call.kind == facts::CalleeKind::kVirtual) out.insert(Slot(call.slot));
        else out.insert({call.callee, call.entry});
      for (const FlowRootFacts& root : f.flows.roots)
        if (root.kind == facts::FlowRoot::kFunction) out.insert(root.name);
    }
    return out;
  };
  const std::set<std::string> before = mentioned(matching.old_facts()), now = mentioned(matching.new_facts());
  for (const FunctionFacts& f : matching.new_facts().functions()) {
    const FunctionMatch& match = matching.of(matching.IndexOf(f));
    if (f.system() || match.old_function == kNoMatch || now.contains(f.id)) continue;
    if (f.virtual_slot >= 0 && now.contains(Slot(f.virtual_slot))) continue;  // what calls another override may call this one
    const FunctionFacts& was = matching.old_facts().functions()[match.old_function];
    if (!before.contains(was.id) && !(was.virtual_slot >= 0 && before.contains(Slot(was.virtual_slot)))) continue;
    for (const AccessSite& site : was.accesses)
      if (const std::string key = VariableKey(site.variable); !key.empty() && site.kind != facts::AccessKind::kRead &&
                                                              site.kind != facts::AccessKind::kAtomicLoad &&
                                                              site.kind < facts::AccessKind::kFence)
        gone.try_emplace(key, fmt::format("{} is no longer called, and writes {}", f.pretty, key));
  }
}

// Writes that are gone, not only moved: whoever reads the variable may find something else.
void GoneWrites(const Matching& matching, const FlowProgram& program, std::vector<ChangedOp>& out) {
  std::map<std::string, std::string> gone;
  for (std::uint32_t f = 0; f < matching.old_facts().functions().size(); ++f) {
    const FunctionFacts& before = matching.old_facts().functions()[f];
    if (before.system()) continue;
    const std::uint32_t now = matching.new_of(f);
    std::vector<bool> kept(before.accesses.size(), now != kNoMatch && matching.of(now).identical);
    if (now != kNoMatch)
      for (std::uint32_t was : matching.of(now).accesses)
        if (was != kNoMatch) kept[was] = true;
    const bool edited = now != kNoMatch && !matching.of(now).identical;
    const std::set<std::string> moved =
        edited ? NewlyWritten(matching.new_facts().functions()[now], matching.of(now)) : std::set<std::string>();
    for (std::uint32_t i = 0; i < before.accesses.size(); ++i) {
      const AccessSite& site = before.accesses[i];
      if (kept[i] || site.kind == facts::AccessKind::kRead || site.kind == facts::AccessKind::kAtomicLoad ||
          site.kind >= facts::AccessKind::kFence)
        continue;
      if (const std::string key = VariableKey(site.variable); !key.empty() && !moved.contains(key))
        gone.try_emplace(key,
                         fmt::format("{}:{} (before): no longer writes {}", site.place.user.file, site.place.user.line, key));
    }
  }
  NoLongerCalled(matching, gone);
  if (gone.empty()) return;
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    const FunctionFacts& now = program.functions()[f];
    if (now.system()) continue;
    for (std::uint32_t i = 0; i < program.flows[f].ops.size(); ++i) {
      const FlowOp& op = program.flows[f].ops[i];
      if ((op.kind != FlowKind::kLoad && op.kind != FlowKind::kExchange) || op.site == kNoSite) continue;
      if (auto found = gone.find(VariableKey(now.accesses[op.site].variable)); found != gone.end())
        out.push_back({f, i, ChangedOp::Kind::kInfluenced, found->second});
    }
  }
}

}  // namespace

Result<std::vector<ChangedOp>> ChangedOps(const ProgramChange& change, const FlowProgram& program, const PointsTo& points,
                                          OldBlocks& blocks, const NewTests& tests) {
  const Matching& matching = change.matching();
  NewGlobals fresh(change, program, points);
  std::vector<ChangedOp> out;
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    const FunctionMatch& match = matching.of(f);
    const FunctionFacts& now = program.functions()[f];
    if (now.system() || match.identical) continue;
    if (match.old_function == kNoMatch) {
      const std::string origin = fmt::format("{}:{}: {} is new", now.position.file, now.position.line, now.pretty);
      for (std::uint32_t i = 0; i < program.flows[f].ops.size(); ++i)
        out.push_back({f, i, fresh.Fills(f, i) ? ChangedOp::Kind::kSpared : ChangedOp::Kind::kChanged, origin});
      for (std::uint32_t i = 0; i < program.flows[f].ops.size(); ++i)
        if (NamesFunction(now, program.flows[f], i)) out.push_back({f, i, ChangedOp::Kind::kNames, origin});
      continue;
    }
    RW_ASSIGN(const FunctionFlows before, DecodeFlows(matching.old_facts().functions()[match.old_function]));
    Comparison(matching, f, before, program.flows[f], blocks.PairsOf(f), out).Run();
  }
  for (const OtherCallee& call : OtherCallees(matching, program)) {
    const FunctionFacts& f = program.functions()[call.function];
    const FlowOp& op = program.flows[call.function].ops[call.op];
    const std::string origin = LineOf(f, op.statement, op.block) + ": calls another function than before";
    out.push_back({call.function, call.op, ChangedOp::Kind::kChanged, origin});
  }
  RW_ASSIGN(const std::vector<NewThrow> throws, NewThrows(matching, program));
  for (const NewThrow& t : throws) {
    const FunctionFacts& f = program.functions()[t.function];
    const FlowOp& op = program.flows[t.function].ops[t.op];
    out.push_back({t.function, t.op, ChangedOp::Kind::kThrows, LineOf(f, op.statement, op.block) + ": throws something else"});
  }
  GoneWrites(matching, program, out);
  VirtualCalls(change, program, points, out);
  std::erase_if(out, [&](const ChangedOp& op) { return tests.Runs(op.function, program.flows[op.function].ops[op.op].block); });
  for (std::uint32_t branch : tests.branches()) out.push_back({tests.main(), branch, ChangedOp::Kind::kSpared, ""});
  return out;
}

}  // namespace reweave::inline simrt
