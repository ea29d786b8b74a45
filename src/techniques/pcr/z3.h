// Z3, if the library with it is there. Nothing depends on it: it decides what the closure solver leaves open, and checks it.
#pragma once

#include <memory>
#include <string>

#include "techniques/pcr/formula.h"

namespace reweave::pcr {

class Z3 {
 public:
  // Looked for in lib/reweave beside the program's folder, once. Null: not there, and `why` says so.
  static const Z3* Load(std::string* why = nullptr);

  std::string version() const;
  FormulaAnswer Solve(const Formula& formula, unsigned timeout_ms) const;

 private:
  void *solve_ = nullptr, *version_ = nullptr;
};

}  // namespace reweave::pcr
