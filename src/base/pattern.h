// Regular expressions over text of any length: linear time, no recursion.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reweave {

class Pattern {
 public:
  // Errors (kUsage): the expression is not one; `why` says what is wrong with it.
  static Result<Pattern> Parse(const std::string& expression);

  // Somewhere in the text, which may be any bytes.
  bool Matches(std::string_view text) const;
  // What matches first; "" if nothing does.
  std::string_view Find(std::string_view text) const;

 private:
  struct Compiled;
  explicit Pattern(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace reweave
