// Which sites of the new version stand at impacted code (docs/techniques/capp.md): one byte of bits per site, computed once, so
// that a search asks by index. For the on-stack modes the runtime counts marked call sites on each thread's stack as it goes
// (ControlBlock::marks_offset); nothing walks a stack.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "facts/reader.h"
#include "techniques/capp/icps.h"

namespace reweave::inline capp {

enum class MatchMode : std::uint8_t { kNone, kClass, kClassOnStack, kMethod, kMethodOnStack, kLine, kLineOnStack, kField };
enum class PriorityMode : std::uint8_t { kBasic, kAll, kSome };

// "LOA" is LINE_ON_STACK + ALL; "BASIC" and "auto" have no mode of their own.
struct Heuristic {
  std::string name;
  MatchMode match = MatchMode::kNone;
  PriorityMode priority = PriorityMode::kBasic;
  bool portfolio = false;
};
const std::vector<std::string>& HeuristicNames();  // the fourteen, BASIC, auto
Result<Heuristic> ParseHeuristic(std::string_view name);

bool IsOnStack(MatchMode mode);

class CappLabels {
 public:
  enum Bit : std::uint8_t {
    kAtClass = 1,
    kAtMethod = 2,
    kAtLine = 4,
    kAtField = 8,
    kLibrary = 16,  // in a library function: what counts is the user's call
    kOnStackLine = 32,
    kOnStackMethod = 64,
    kOnStackClass = 128,  // the first three without points of test sources
  };

  CappLabels(const Facts& facts, const IcpSet& points);

  const std::string& build() const { return build_; }
  bool empty() const { return empty_; }  // no points: every heuristic is BASIC
  std::uint8_t access(std::uint32_t number) const { return number < access_.size() ? access_[number] : 0; }
  std::uint8_t call(std::uint32_t number) const { return number < call_.size() ? call_[number] : 0; }
  // Of the first step of a thread that this call creates.
  std::uint8_t begin(std::uint32_t number) const { return number < begin_.size() ? begin_[number] : 0; }
  // What the runtime is to count, one byte a call site; "" if the mode needs nothing.
  std::string Marks(MatchMode mode) const;

 private:
  std::string build_;
  bool empty_ = true;
  std::vector<std::uint8_t> access_, call_, begin_;  // by number of the guard
};

}  // namespace reweave::inline capp
