// Functions that have another name in NEW: texts that name them compare as if they had not.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "change/function_pairs.h"

namespace reweave::inline change {

class Renames {
 public:
  Renames() = default;
  Renames(const Facts& old_facts, const Facts& new_facts, const std::vector<FunctionPair>& pairs);

  // The name by which a function of either version is compared: that of OLD, without unit and without numbers of lambdas.
  std::string OfNew(const std::string& id) const;
  static std::string OfOld(const std::string& id);
  // Whether both lists name the same functions, in this order.
  bool Same(const std::vector<std::string>& before, const std::vector<std::string>& now) const;

 private:
  std::unordered_map<std::string, std::string> old_of_;  // ids that differ only
};

}  // namespace reweave::inline change
