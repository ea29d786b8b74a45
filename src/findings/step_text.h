// The text of one operation of an interleaving, and how it is shortened to fit into a column.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace reweave::inline findings {

// "write spool::BoundedQueue<int>::closed_ = 1": the verb and the effect say what happened, the name in between may shrink.
struct StepText {
  std::string verb, name, effect;

  explicit StepText(const std::string& what);
  std::size_t size() const { return verb.size() + name.size() + effect.size(); }
  std::string Text() const { return verb + name + effect; }
};

// Shortens an operation to `width`: the value of a pointer or the number of bytes goes first, then template arguments, then
// scopes, then the end of the name. Effects that say something ("= 1", "-> thread 0.1", "wakes 0") stay whole, also if the
// result is then wider than `width`.
std::string FitStep(const std::string& what, std::size_t width);

// A step may consist of several operations on one line of the source.
std::vector<std::string> Operations(const std::string& what);

}  // namespace reweave::inline findings
