#include "change/callee_throws.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace reweave::inline change {

namespace {

// What a block does, in its order: enough to tell two apart whose statements are known to be the same.
struct Step {
  std::uint32_t statement;  // of the old version, or kNoMatch
  int kind;
  std::uint64_t detail;
  std::string_view callee;
  bool operator==(const Step&) const = default;
};

// The facts do not say how the two lists interleave. Statements do, and they are compared.
struct Steps {
  std::vector<Step> accesses, calls;
  bool operator==(const Steps&) const = default;
  void Append(const Steps& more) {
    accesses.insert(accesses.end(), more.accesses.begin(), more.accesses.end());
    calls.insert(calls.end(), more.calls.begin(), more.calls.end());
  }
};

// The blocks that run without an exception. A block and its only successor are one if that has no other predecessor.
class NormalWays {
 public:
  // `statements`: by statement of the function, that of the old version. Empty: it is the old version.
  NormalWays(const FunctionFacts& f, const std::vector<std::uint32_t>& statements) : f_(f), statements_(statements) {
    before_.resize(f.blocks.size());
    for (const BlockFacts& block : f.blocks)
      for (const BlockEdge& edge : block.edges) before_[edge.target] += edge.label != facts::EdgeLabel::kUnwind;
    sites_.resize(f.blocks.size());
    // Both lists are in the order of the blocks, and within a block in their own.
    for (const AccessSite& a : f.accesses)
      sites_[a.block].accesses.push_back({Old(a.statement), static_cast<int>(a.kind), a.size << 8 | a.order, {}});
    for (const CallSite& c : f.calls)
      sites_[c.block].calls.push_back(
          {Old(c.statement), static_cast<int>(c.kind), static_cast<std::uint64_t>(c.operation), c.callee});
  }

  struct Stretch {
    Steps steps;
    std::vector<std::tuple<facts::EdgeLabel, std::int64_t>> labels;
    std::vector<std::uint32_t> targets;
  };
  Stretch From(std::uint32_t block) const {
    Stretch out;
    for (;;) {
      out.steps.Append(sites_[block]);
      std::vector<const BlockEdge*> edges;
      for (const BlockEdge& edge : f_.blocks[block].edges)
        if (edge.label != facts::EdgeLabel::kUnwind) edges.push_back(&edge);
      const bool goes_on = edges.size() == 1 && before_[edges[0]->target] == 1 && edges[0]->target != 0;
      if (!goes_on) {
        for (const BlockEdge* edge : edges) {
          // Behind a call that may throw, or not: both go on there.
          const bool plain = edge->label == facts::EdgeLabel::kNormal;
          out.labels.emplace_back(plain ? facts::EdgeLabel::kNone : edge->label, edge->value);
          out.targets.push_back(edge->target);
        }
        return out;
      }
      block = edges[0]->target;
    }
  }

 private:
  std::uint32_t Old(std::uint32_t statement) const {
    if (statement == kNoStatement) return kNoMatch;
    return statements_.empty() ? statement : statements_[statement];
  }

  const FunctionFacts& f_;
  const std::vector<std::uint32_t>& statements_;
  std::vector<std::uint32_t> before_;  // edges that lead to a block
  std::vector<Steps> sites_;  // by block
};

bool SameWithoutExceptions(const FunctionFacts& now, const FunctionFacts& before, const FunctionMatch& match) {
  if (now.blocks.empty() || before.blocks.empty()) return false;
  static const std::vector<std::uint32_t> kNone;
  const NormalWays ways(now, match.statements), old_ways(before, kNone);
  std::map<std::uint32_t, std::uint32_t> partner{{0, 0}};
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    const auto is = ways.From(block), was = old_ways.From(partner[block]);
    if (is.steps != was.steps || is.labels != was.labels) return false;
    for (std::size_t i = 0; i < is.targets.size(); ++i) {
      const auto [at, fresh] = partner.try_emplace(is.targets[i], was.targets[i]);
      if (fresh) open.push_back(is.targets[i]);
      else if (at->second != was.targets[i]) return false;
    }
  }
  return true;
}

// Where exceptions are caught, or end the program.
auto Handlers(const FunctionFacts& f) {
  static constexpr std::string_view kHandlers[] = {"__cxa_begin_catch", "__clang_call_terminate", "__cxa_call_unexpected"};
  return std::ranges::count_if(f.calls,
                               [](const CallSite& c) { return std::ranges::find(kHandlers, c.callee) != std::end(kHandlers); });
}

bool WritesTheSame(const FunctionFacts& now, const FunctionFacts& before, const FunctionMatch& match) {
  const auto counts = [](const StatementFacts& s) { return (s.flags & facts::kStatementUnwind) == 0; };
  std::set<std::uint32_t> kept;
  for (std::uint32_t s = 0; s < now.statements.size(); ++s) {
    if (counts(now.statements[s]) && match.statements[s] == kNoMatch) return false;
    kept.insert(match.statements[s]);
  }
  for (std::uint32_t s = 0; s < before.statements.size(); ++s)
    if (counts(before.statements[s]) && !kept.contains(s)) return false;
  return true;
}

// Only the edges to code that cleans up differ, and what is there.
bool SameButForUnwinding(const Matching& matching, std::uint32_t function) {
  const FunctionMatch& match = matching.of(function);
  if (match.old_function == kNoMatch) return false;
  const FunctionFacts& now = matching.new_facts().functions()[function];
  const FunctionFacts& before = matching.old_facts().functions()[match.old_function];
  return Handlers(now) == Handlers(before) && WritesTheSame(now, before, match) && SameWithoutExceptions(now, before, match);
}

// Whether a callee, or what it calls in turn, differs in more than that. Without one, something else made the difference: an
// option of the compiler, for example.
bool CallsWhatDiffers(const Matching& matching, std::uint32_t function, std::set<std::uint32_t>& seen) {
  return std::ranges::any_of(matching.new_facts().functions()[function].calls, [&](const CallSite& call) {
    const FunctionFacts* callee = matching.new_facts().FindFunction(call.callee);
    if (!callee) return false;
    const std::uint32_t index = matching.IndexOf(*callee);
    if (matching.of(index).identical || !seen.insert(index).second) return false;
    return !SameButForUnwinding(matching, index) || CallsWhatDiffers(matching, index, seen);
  });
}

}  // namespace

bool DiffersOnlyByWhatItsCalleesThrow(const Matching& matching, std::uint32_t new_function) {
  if (matching.of(new_function).identical || !SameButForUnwinding(matching, new_function)) return false;
  std::set<std::uint32_t> seen{new_function};
  return CallsWhatDiffers(matching, new_function, seen);
}

}  // namespace reweave::inline change
