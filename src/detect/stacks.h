// Call stacks of the events of a run, from its call records (record class Call). Without them a stack has one frame, the
// innermost call site, which every event carries.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "trace/trace.h"

namespace reweave::detect {

class CallStacks {
 public:
  explicit CallStacks(const Trace& trace);
  // Call sites, innermost first; the event's own site is not among them.
  std::vector<std::uint32_t> Of(const abi::Event& event) const;

 private:
  struct Frame {
    std::uint32_t parent, site;
  };
  void Read(const std::vector<abi::Event>& events);

  std::unordered_map<std::uint32_t, Frame> frames_;              // by context hash
  std::unordered_map<std::uint16_t, std::vector<std::uint32_t>> open_;  // contexts, by thread
};

}  // namespace reweave::detect
