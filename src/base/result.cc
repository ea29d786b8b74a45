#include "base/result.h"

#include <cstring>

namespace reweave {

int Error::exit_status() const {
  switch (category_) {
    case ErrorCategory::kUsage: return kExitUsage;
    case ErrorCategory::kTarget: return kExitTarget;
    case ErrorCategory::kInternal: return kExitInternal;
    case ErrorCategory::kDiverged: return kExitDiverged;
  }
  return kExitInternal;
}

std::string Error::ToString() const {
  std::string text = what_;
  if (!where_.empty()) text += " '" + where_ + "'";
  if (!why_.empty()) text += ": " + why_;
  if (!hint_.empty()) text += " (" + hint_ + ")";
  return text;
}

std::string ErrnoText(int error) {
  char buffer[128];
  return strerror_r(error, buffer, sizeof buffer);
}

}  // namespace reweave
