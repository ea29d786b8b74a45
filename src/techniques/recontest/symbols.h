// Static objects of a module, by address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "techniques/recontest/view.h"

namespace reweave::recontest {

class Symbols {
 public:
  // `module` starts the names. A file without a symbol table has no objects.
  static Result<Symbols> Read(const std::string& path, std::string_view module);
  // Addresses as in the file: without the load bias.
  std::optional<StaticObject> At(std::uint64_t address) const;

 private:
  std::vector<StaticObject> objects_;  // by address, not overlapping
};

}  // namespace reweave::recontest
