// Globals that the old version does not have, and the calls that only fill them: whatever those write, nobody who was there
// before reads it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "analysis/points_to.h"
#include "change/program_change.h"

namespace reweave::inline simrt {

class NewGlobals {
 public:
  NewGlobals(const ProgramChange& change, const FlowProgram& program, const PointsTo& points);
  // The call fills a global that the old version does not have, and writes nothing else that others could see.
  bool Fills(std::uint32_t function, std::uint32_t op);

 private:
  struct Base {
    enum class Kind : std::uint8_t { kOther, kLocal, kParameter, kNewGlobal } kind = Kind::kOther;
    std::uint32_t parameter = 0;  // from 0
  };
  // Where the address is an offset from.
  Base BaseOf(std::uint32_t function, FlowOperand address) const;
  // The parameters whose objects the function writes; none: it writes something else as well, or that is not known.
  const std::optional<std::set<std::uint32_t>>& Writes(std::uint32_t function);
  std::optional<std::set<std::uint32_t>> FindWrites(std::uint32_t function);
  bool Call(std::uint32_t function, const FlowOp& op, bool may_be_new, std::set<std::uint32_t>& out);

  const FlowProgram& program_;
  const PointsTo& points_;
  std::set<std::string> new_;
  std::map<std::uint32_t, std::optional<std::set<std::uint32_t>>> writes_;
};

}  // namespace reweave::inline simrt
