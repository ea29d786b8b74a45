// Accesses to the insides of containers in words of C++: `items.size() 3 -> 4` where the run says that a pointer changed.
//
// Sizes are computed from what the run shows. A container without a count of its own (std::vector, std::deque) has its size in
// several pointers, of which a run records only those that threads share. What is not known is not said: then only the end moves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts/facts.h"
#include "trace/trace.h"

namespace reweave::inline findings {

// Of one access. An operation reads "write items.size() 3 -> 4": kind, `name`, `effect`; the effect may be empty.
struct ContainerText {
  std::string name, effect;
};

// The word of 8 bytes at an address as it was before the run began; none: not known.
using WordAtStart = std::function<std::optional<std::uint64_t>(std::uint64_t)>;
// By site; size 0 if it is not inside of an object of the library.
using InsideOfSite = std::function<const Inside&(std::uint32_t site)>;
// The name of what the access touches.
using NameOfEvent = std::function<std::string(const abi::Event&)>;

class Containers {
 public:
  Containers(const Trace& trace, const InsideOfSite& inside, const NameOfEvent& name, const WordAtStart& at_start);
  // Null: nothing inside of a container. The event is one of the trace's.
  const ContainerText* Of(const abi::Event& event) const;

 private:
  const Trace& trace_;
  std::unordered_map<std::size_t, ContainerText> texts_;  // by index of the event
};

// The words that sizes in this run depend on: a run that records every access to them tells all sizes.
std::vector<std::uint64_t> WordsOfSizes(const Trace& trace, const InsideOfSite& inside);

// "std::vector<int>", "std::_Rb_tree_node_base": a container, its base class or one of its nodes.
bool IsContainerType(std::string_view type);
// A name such as "std::map<int, long>::operator[]".
bool MentionsContainer(std::string_view name);

}  // namespace reweave::inline findings
