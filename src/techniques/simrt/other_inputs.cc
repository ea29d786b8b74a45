#include "techniques/simrt/other_inputs.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "change/align.h"
#include "techniques/simrt/op_shapes.h"

namespace reweave::inline simrt {

using facts::FlowKind;

namespace {

class Inputs {
 public:
  Inputs(const FunctionMatch& match, const FunctionFacts& old_function, const FunctionFlows& before,
         const FunctionFacts& new_function, const FunctionFlows& now, const std::vector<BlockPair>& pairs, const Renames& renames)
      : old_f_(old_function),
        new_f_(new_function),
        old_(before),
        new_(now),
        was_(old_function, before, nullptr),
        is_(new_function, now, &renames),
        old_of_(now.ops.size(), kNoMatch) {
    PairOperations(match, pairs);
    old_maker_ = Makers(before);
    new_maker_ = Makers(now);
  }

  std::vector<std::uint32_t> Run() const {
    const std::set<FlowOperand> unprepared = Unprepared();
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < new_.ops.size(); ++i) {
      if (old_of_[i] == kNoMatch) continue;
      const FlowOp& op = new_.ops[i];
      bool other = Differs(old_.ops[old_of_[i]], op);
      for (std::uint32_t k = 0; k < op.count; ++k) other |= unprepared.contains(new_.operand(op, k));
      if (other) out.push_back(i);
    }
    return out;
  }

 private:
  // Within paired statements, and in paired blocks where they belong to no statement, by order and shape.
  void PairOperations(const FunctionMatch& match, const std::vector<BlockPair>& pairs) {
    using Key = std::pair<std::uint32_t, std::uint32_t>;  // statement, block without one
    std::map<Key, std::vector<std::uint32_t>> olds, news;
    const auto key = [](const FlowOp& op) { return Key(op.statement, op.statement == kNoStatement ? op.block : 0); };
    for (std::uint32_t i = 0; i < old_.ops.size(); ++i) olds[key(old_.ops[i])].push_back(i);
    for (std::uint32_t i = 0; i < new_.ops.size(); ++i) news[key(new_.ops[i])].push_back(i);
    for (const auto& [at, ops] : news) {
      const bool loose = at.first == kNoStatement;
      if (loose ? pairs[at.second].state != BlockPair::State::kSame : match.statements[at.first] == kNoMatch) continue;
      const Key was = loose ? Key(kNoStatement, pairs[at.second].old_block) : Key(match.statements[at.first], 0);
      const auto found = olds.find(was);
      if (found == olds.end()) continue;
      std::vector<std::uint64_t> old_shapes, new_shapes;
      for (std::uint32_t i : found->second) old_shapes.push_back(was_.Of(old_.ops[i]));
      for (std::uint32_t i : ops) new_shapes.push_back(is_.Of(new_.ops[i]));
      const std::vector<std::uint32_t> aligned = Align(old_shapes, new_shapes);
      for (std::size_t k = 0; k < ops.size(); ++k)
        if (aligned[k] != kNoMatch) old_of_[ops[k]] = found->second[aligned[k]];
    }
  }

  // Variables of the function that a call of library code, now gone, did something to: `values.reserve(n)`.
  std::set<FlowOperand> Unprepared() const {
    std::set<std::uint32_t> kept(old_of_.begin(), old_of_.end());
    std::map<FlowOperand, FlowOperand> now_is;
    std::set<std::string> called;
    for (std::uint32_t i = 0; i < new_.ops.size(); ++i) {
      const FlowOp& op = new_.ops[i];
      if (op.kind == FlowKind::kCall) called.insert(new_f_.calls[op.site].callee);
      if (old_of_[i] == kNoMatch) continue;
      for (std::uint32_t k = 0; k < op.count; ++k)
        if (const FlowOperand was = old_.operand(old_.ops[old_of_[i]], k); IsRoot(was) && IsRoot(new_.operand(op, k)))
          now_is.try_emplace(was, new_.operand(op, k));
    }
    std::set<FlowOperand> out;
    for (std::uint32_t i = 0; i < old_.ops.size(); ++i) {
      const FlowOp& op = old_.ops[i];
      if (op.kind != FlowKind::kCall || op.indirect || kept.contains(i)) continue;
      const CallSite& call = old_f_.calls[op.site];
      if (call.operation != facts::Operation::kNone || called.contains(call.callee) || !call.callee.starts_with("_ZNSt"))
        continue;
      if (const auto found = now_is.find(old_.operand(op, 0)); found != now_is.end()) out.insert(found->second);
    }
    return out;
  }

  // By value: the operation that makes it.
  static std::vector<std::uint32_t> Makers(const FunctionFlows& flows) {
    std::vector<std::uint32_t> out(flows.values + 1, kNoMatch);
    for (std::uint32_t i = 0; i < flows.ops.size(); ++i)
      if (flows.ops[i].result != 0) out[flows.ops[i].result] = i;
    return out;
  }

  bool Differs(const FlowOp& before, const FlowOp& now) const {
    if (before.kind != now.kind || before.count != now.count) return false;  // said by the shape, or by what was added
    for (std::uint32_t k = 0; k < now.count; ++k) {
      bool other = IsOther(old_.operand(before, k), new_.operand(now, k));
      // Ways that meet have no order.
      for (std::uint32_t j = 0; j < before.count && other && now.kind == FlowKind::kCopy; ++j)
        other = IsOther(old_.operand(before, j), new_.operand(now, k));
      if (other) return true;
    }
    return false;
  }

  bool IsOther(FlowOperand before, FlowOperand now) const {
    if (now == 0) return before != 0;
    if (IsRoot(now)) return !IsRoot(before) || OtherRoot(RootNumber(before), RootNumber(now));
    const std::uint32_t value = ValueNumber(now), maker = new_maker_[value];
    if (maker != kNoMatch && old_of_[maker] == kNoMatch) return false;  // new: it tells by itself
    if (before == 0 || IsRoot(before)) return true;
    if (maker == kNoMatch) return ValueNumber(before) != value;  // a parameter
    return old_maker_[ValueNumber(before)] != old_of_[maker];
  }

  // Names are the statements' business; that a variable of the function became one of the program is not.
  bool OtherRoot(std::uint32_t before, std::uint32_t now) const {
    return old_f_.flows.roots[before].kind != new_f_.flows.roots[now].kind;
  }

  const FunctionFacts &old_f_, &new_f_;
  const FunctionFlows &old_, &new_;
  const OpShapes was_, is_;
  std::vector<std::uint32_t> old_of_;  // by operation of the new function
  std::vector<std::uint32_t> old_maker_, new_maker_;
};

}  // namespace

std::vector<std::uint32_t> OtherInputs(const FunctionMatch& match, const FunctionFacts& old_function, const FunctionFlows& before,
                                       const FunctionFacts& new_function, const FunctionFlows& now,
                                       const std::vector<BlockPair>& pairs, const Renames& renames) {
  return Inputs(match, old_function, before, new_function, now, pairs, renames).Run();
}

}  // namespace reweave::inline simrt
