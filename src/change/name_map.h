// Records, fields and variables that only have another name in NEW. A renaming is one-to-one, from names that NEW has no more to
// names that OLD did not have: OLD with the new names is OLD, whichever of them are taken for renamed, so nothing that differs
// besides is hidden by it. What is taken decides only how much else seems changed.
#pragma once

#include <memory>
#include <string>

#include "change/source_names.h"
#include "facts/reader.h"

namespace reweave::inline change {

class NameMap {
 public:
  NameMap(const Facts& old_facts, const Facts& new_facts);

  bool empty() const { return table_.empty(); }
  const NameTable& table() const { return table_; }  // "Clock" -> "Watch", "Clock::now_" -> "Watch::time_", "cnt" -> "count"

 private:
  NameTable table_;
};

// OLD as if it had been written with the names of NEW; OLD itself where nothing was renamed. Ids of functions stay: which
// function is which, the matching says.
std::shared_ptr<const Facts> WithNewNames(const std::shared_ptr<const Facts>& old_facts, const Facts& new_facts);

}  // namespace reweave::inline change
