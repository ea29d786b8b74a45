#include "techniques/simrt/new_tests.h"

#include <algorithm>
#include <map>
#include <string>

namespace reweave::inline simrt {

using facts::FlowKind;

namespace {

class Main {
 public:
  Main(const Matching& matching, const FunctionMatch& match, const FunctionFacts& before, const FunctionFacts& now,
       const std::vector<BlockPair>& pairs)
      : matching_(matching), match_(match), before_(before), now_(now), pairs_(pairs) {}

  // From here on, main goes to its end past nothing that was there before and does something.
  bool Leaves(std::uint32_t from) const {
    return std::ranges::none_of(
        From(from), [&](std::uint32_t b) { return pairs_[b].state != BlockPair::State::kNew ? Does(b) : MovedTo(b); });
  }
  std::vector<std::uint32_t> From(std::uint32_t from) const {
    std::vector<bool> seen(now_.blocks.size());
    std::vector<std::uint32_t> out;
    for (std::vector<std::uint32_t> work{from}; !work.empty();) {
      const std::uint32_t b = work.back();
      work.pop_back();
      if (seen[b]) continue;
      seen[b] = true;
      out.push_back(b);
      for (const BlockEdge& edge : now_.blocks[b].edges)
        if (edge.label != facts::EdgeLabel::kUnwind) work.push_back(edge.target);
    }
    return out;
  }

  // Where main goes on from here with what was there before, past conditions that are new and do nothing else: `a && (b || c)` is
  // several branches.
  std::set<std::uint32_t> Stays(std::uint32_t from) const {
    std::set<std::uint32_t> out, seen;
    for (std::vector<std::uint32_t> work{from}; !work.empty();) {
      const std::uint32_t b = work.back();
      work.pop_back();
      if (!seen.insert(b).second || Leaves(b)) continue;
      if (!OnlyAsks(b)) {
        out.insert(b);
        continue;
      }
      for (const BlockEdge& edge : now_.blocks[b].edges)
        if (edge.label != facts::EdgeLabel::kUnwind) work.push_back(edge.target);
    }
    return out;
  }

  // The pairing may take a new block for one that is like it. All that it does is new, and only the branch leads there.
  bool OnlyNew(std::uint32_t block, std::uint32_t branch, std::uint32_t from) const {
    bool any = false;
    const auto fresh = [&](std::uint32_t in, std::uint32_t s) {
      any |= in == block;
      return in != block || (s != kNoStatement && match_.statements[s] == kNoMatch);
    };
    for (const CallSite& call : now_.calls)
      if (!fresh(call.block, call.statement)) return false;
    for (const AccessSite& site : now_.accesses)
      if (!fresh(site.block, site.statement)) return false;
    for (const BranchSite& site : now_.branches)
      if (!fresh(site.block, site.statement)) return false;
    if (!any) return false;
    const std::vector<std::uint32_t> inside = From(from);
    for (std::uint32_t b = 0; b < now_.blocks.size(); ++b)
      for (const BlockEdge& edge : now_.blocks[b].edges)
        if (edge.target == block && b != branch && std::ranges::find(inside, b) == inside.end()) return false;
    return true;
  }

 private:
  // A branch of a new statement, and nothing that another thread could notice.
  bool OnlyAsks(std::uint32_t block) const {
    const auto fresh = [&](std::uint32_t s) { return s != kNoStatement && match_.statements[s] == kNoMatch; };
    for (const CallSite& call : now_.calls)
      if (call.block == block && (!fresh(call.statement) || call.operation != facts::Operation::kNone || !IsOutside(call)))
        return false;
    for (const AccessSite& site : now_.accesses)
      if (site.block == block && (!fresh(site.statement) ||
                                  (site.kind != facts::AccessKind::kRead && site.variable.kind != facts::VariableKind::kLocal)))
        return false;
    return std::ranges::any_of(now_.branches,
                               [&](const BranchSite& site) { return site.block == block && fresh(site.statement); });
  }
  // Not the user's own code.
  bool IsOutside(const CallSite& call) const {
    if (call.kind != facts::CalleeKind::kDirect) return false;
    const FunctionFacts* callee = matching_.new_facts().FindFunction(call.callee);
    return !callee || callee->system();
  }

  // Something that another thread could notice, in a statement that was there before.
  bool Does(std::uint32_t block) const {
    const auto kept = [&](std::uint32_t s) { return s == kNoStatement || match_.statements[s] != kNoMatch; };
    for (const CallSite& call : now_.calls) {
      if (call.block != block || !kept(call.statement)) continue;
      if (call.operation != facts::Operation::kNone && call.operation != facts::Operation::kAllocate &&
          call.operation != facts::Operation::kFree)
        return true;
      if (!IsOutside(call)) return true;
    }
    return std::ranges::any_of(now_.accesses, [&](const AccessSite& site) {
      return site.block == block && kept(site.statement) && site.kind != facts::AccessKind::kRead &&
             site.kind < facts::AccessKind::kFence && site.variable.kind != facts::VariableKind::kLocal;
    });
  }

  // A new block has a call that main made elsewhere, and makes there no longer. One that merely looks the same is still there.
  bool MovedTo(std::uint32_t block) const {
    return std::ranges::any_of(now_.calls, [&](const CallSite& call) {
      const std::uint32_t was = match_.calls[static_cast<std::size_t>(&call - now_.calls.data())];
      if (call.block != block || was == kNoMatch || call.operation == facts::Operation::kNone) return false;
      return std::ranges::none_of(now_.calls, [&](const CallSite& other) {
        return other.callee == call.callee && pairs_[other.block].state != BlockPair::State::kNew &&
               pairs_[other.block].old_block == before_.calls[was].block;
      });
    });
  }

  const Matching& matching_;
  const FunctionMatch& match_;
  const FunctionFacts &before_, &now_;
  const std::vector<BlockPair>& pairs_;
};

// Something that another thread could notice is gone from main, or is not what it was.
bool Loses(const FunctionFacts& before, const std::vector<bool>& kept) {
  const auto gone = [&](std::uint32_t s) { return s != kNoStatement && !kept[s]; };
  return std::ranges::any_of(before.calls,
                             [&](const CallSite& call) {
                               return gone(call.statement) && call.operation != facts::Operation::kNone &&
                                      call.operation != facts::Operation::kAllocate && call.operation != facts::Operation::kFree;
                             }) ||
         std::ranges::any_of(before.accesses, [&](const AccessSite& site) {
           return gone(site.statement) && site.kind != facts::AccessKind::kRead &&
                  site.variable.kind != facts::VariableKind::kLocal;
         });
}

// Tables of functions are there for everybody: those of virtual functions, and the program's own.
std::set<std::string> NamedInTables(const FlowProgram& program) {
  std::set<std::string> out;
  for (const TableFacts& table : program.facts->tables())
    for (const TableFacts::Pointer& pointer : table.pointers)
      if (pointer.target.kind == facts::FlowRoot::kFunction) out.insert(pointer.target.name);
  return out;
}

// What runs before main or after it is not what it was.
bool OtherConstructors(const Matching& matching) {
  const auto list = [](const Facts& facts) {
    std::map<std::string, Hash128> out;
    for (const DataFacts& data : facts.data())
      if (data.name.starts_with("llvm.global_")) out.emplace(data.name, data.hash);
    return out;
  };
  return list(matching.old_facts()) != list(matching.new_facts());
}

}  // namespace

NewTests::NewTests(const Matching& matching, const FlowProgram& program, const PointsTo& points, const Threads& threads,
                   OldBlocks& blocks) {
  const auto main = program.by_id.find("main");
  if (main != program.by_id.end()) main_ = main->second.front();
  if (main_ != kNoMatch) Branches(matching, program, blocks);
  Functions(matching, program, points, threads);
}

// Only branches that replace none, with one way on at most; the others leave.
void NewTests::Branches(const Matching& matching, const FlowProgram& program, OldBlocks& old_blocks) {
  const FunctionMatch& match = matching.of(main_);
  if (match.identical || match.old_function == kNoMatch) return;
  const FunctionFacts &before = matching.old_facts().functions()[match.old_function], &now = program.functions()[main_];
  std::vector<bool> kept(before.statements.size());
  for (std::uint32_t was : match.statements)
    if (was != kNoMatch) kept[was] = true;
  for (const BranchSite& branch : before.branches)
    if (branch.statement != kNoStatement && !kept[branch.statement]) return;
  const bool loses = Loses(before, kept);
  const std::vector<BlockPair>& pairs = old_blocks.PairsOf(main_);
  const Main main(matching, match, before, now, pairs);
  for (std::uint32_t i = 0; i < program.flows[main_].ops.size(); ++i) {
    const FlowOp& op = program.flows[main_].ops[i];
    if (op.kind != FlowKind::kBranch || op.statement == kNoStatement || match.statements[op.statement] != kNoMatch) continue;
    std::set<std::uint32_t> staying;
    for (const BlockEdge& edge : now.blocks[op.block].edges) staying.merge(main.Stays(edge.target));
    // None stays: one way is what main did before. Which one it is cannot be told if that differs, too.
    if (staying.size() > 1 || (staying.empty() && loses)) continue;
    branches_.push_back(i);
    for (const BlockEdge& edge : now.blocks[op.block].edges)
      if (main.Leaves(edge.target))
        for (std::uint32_t b : main.From(edge.target))
          if (pairs[b].state == BlockPair::State::kNew || main.OnlyNew(b, op.block, edge.target)) blocks_.insert(b);
  }
}

// New functions that nothing else calls, as far as one can see. Library code that was made for them is new, too.
void NewTests::Functions(const Matching& matching, const FlowProgram& program, const PointsTo& points, const Threads& threads) {
  std::set<std::uint32_t> left;
  for (std::uint32_t f = 0; f < program.functions().size(); ++f)
    if (matching.of(f).old_function == kNoMatch) left.insert(f);
  if (OtherConstructors(matching))  // before main: nobody calls it, and it runs
    std::erase_if(left,
                  [&](std::uint32_t f) { return threads.callers(f).empty() && program.functions()[f].signature == "void()"; });
  const std::set<std::string> in_tables = NamedInTables(program);
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t g = 0; g < program.functions().size(); ++g) {
      const FunctionFacts& caller = program.functions()[g];
      if (left.contains(g)) continue;
      for (std::uint32_t c = 0; c < caller.calls.size(); ++c) {
        if (g == main_ && blocks_.contains(caller.calls[c].block)) continue;
        // Through a pointer it is called only if somebody else takes its address: a lambda that a new test gives away.
        for (std::uint32_t to : points.calls(g, c).functions)
          if (caller.calls[c].kind == facts::CalleeKind::kDirect || in_tables.contains(program.functions()[to].id))
            more |= left.erase(to) > 0;
      }
      for (const FlowRootFacts& root : caller.flows.roots)
        if (const auto found = program.by_id.find(root.name);
            root.kind == facts::FlowRoot::kFunction && found != program.by_id.end())
          for (std::uint32_t to : found->second) more |= left.erase(to) > 0;
    }
  }
  for (std::uint32_t f : left) {
    // One whose address is taken, and which nobody is seen to call: code outside does.
    const bool root = threads.reachable(f) && threads.callers(f).empty();
    if (!root && !program.functions()[f].system()) functions_.insert(f);
  }
}

}  // namespace reweave::inline simrt
