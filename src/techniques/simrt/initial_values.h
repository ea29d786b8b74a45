// Code that reads what starts with another value than before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "analysis/points_to.h"
#include "techniques/simrt/declaration_changes.h"
#include "techniques/simrt/slice.h"

namespace reweave::inline simrt {

// Whoever reads it, constants included: those are in no pair, but decide about others. `number`: of a text that people are told.
void AddInitialValues(const FlowProgram& program, const PointsTo& points,
                      const std::map<std::string, DeclarationChange>& declarations, ForwardSlice& slice,
                      const std::function<std::uint32_t(const std::string&)>& number);

// A record whose members changed places while no access names one of them: the compiler takes it apart as one number, and what
// becomes of its values is not followed. "": there is none.
std::string UnfollowedRecord(const FlowProgram& program, const std::map<std::string, DeclarationChange>& declarations);

}  // namespace reweave::inline simrt
