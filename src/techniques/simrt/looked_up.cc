#include "techniques/simrt/looked_up.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace reweave::inline simrt {

std::string LookedUpByName(const FlowProgram& program, const ForwardSlice& slice) {
  static constexpr std::array<std::string_view, 4> kNames = {"dlsym", "dlvsym", "dlopen", "dlmopen"};
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    if (!slice.Touches(f)) continue;
    const auto& ops = program.flows[f].ops;
    for (std::uint32_t op = 0; op < ops.size(); ++op)
      if (ops[op].kind == facts::FlowKind::kCall && slice.Contains(f, op) &&
          std::ranges::find(kNames, program.functions()[f].calls[ops[op].site].callee_name) != kNames.end())
        return program.functions()[f].pretty;
  }
  return "";
}

}  // namespace reweave::inline simrt
