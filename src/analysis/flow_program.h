// A program's functions with their flows, as points-to and SimRT work on them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "facts/flows.h"
#include "facts/reader.h"

namespace reweave::inline analysis {

struct FlowProgram {
  const Facts* facts = nullptr;
  std::vector<FunctionFlows> flows;  // by function
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_id;  // variants of one id

  const std::vector<FunctionFacts>& functions() const { return facts->functions(); }
};
Result<FlowProgram> LoadProgram(const Facts& facts);

}  // namespace reweave::inline analysis
