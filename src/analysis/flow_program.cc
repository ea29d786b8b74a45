#include "analysis/flow_program.h"

#include <utility>

namespace reweave::inline analysis {

Result<FlowProgram> LoadProgram(const Facts& facts) {
  FlowProgram program;
  program.facts = &facts;
  program.flows.reserve(facts.functions().size());
  for (std::uint32_t i = 0; i < facts.functions().size(); ++i) {
    RW_ASSIGN(FunctionFlows flows, DecodeFlows(facts.functions()[i]));
    program.flows.push_back(std::move(flows));
    program.by_id[facts.functions()[i].id].push_back(i);
  }
  // A class without virtual bases has one body for both kinds of its constructor; other units call it by the other's name.
  for (std::uint32_t i = 0; i < facts.functions().size(); ++i) {
    const std::string& id = facts.functions()[i].id;
    for (const auto& [base, complete] : {std::pair("C2E", "C1E"), std::pair("D2E", "D1E"), std::pair("D1E", "D2E")}) {
      const std::size_t at = id.rfind(base);
      if (!id.starts_with("_ZN") || at == std::string::npos) continue;
      std::string other = id;
      other.replace(at, 3, complete);
      program.by_id.try_emplace(other, std::vector<std::uint32_t>{i});
    }
  }
  return program;
}

}  // namespace reweave::inline analysis
