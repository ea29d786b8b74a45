#include "techniques/simrt/other_callees.h"

#include <string>

#include "change/renames.h"

namespace reweave::inline simrt {

using facts::FlowKind;

std::vector<OtherCallee> OtherCallees(const Matching& matching, const FlowProgram& program) {
  std::vector<OtherCallee> out;
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    const FunctionFacts& now = program.functions()[f];
    const FunctionMatch& match = matching.of(f);
    if (now.system() || !match.identical || match.old_function == kNoMatch) continue;
    const FunctionFacts& before = matching.old_facts().functions()[match.old_function];
    if (before.calls.size() != now.calls.size()) continue;
    const auto of_users = [](const Facts& facts, const std::string& id) {
      const FunctionFacts* callee = facts.FindFunction(id);
      return callee && !callee->system();
    };
    const auto other = [&](const std::string& was, const std::string& is) {
      return was != is && Renames::OfOld(was) != matching.renames().OfNew(is) && of_users(matching.old_facts(), was) &&
             of_users(matching.new_facts(), is);
    };
    for (std::uint32_t i = 0; i < program.flows[f].ops.size(); ++i) {
      const FlowOp& op = program.flows[f].ops[i];
      if (op.kind != FlowKind::kCall) continue;
      const CallSite &was = before.calls[op.site], &is = now.calls[op.site];
      if (is.place.library) continue;
      if (other(was.callee, is.callee) || other(was.entry, is.entry)) out.push_back({f, i});
    }
  }
  return out;
}

}  // namespace reweave::inline simrt
