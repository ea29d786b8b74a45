// A run that was recorded earlier, as an input of strategies that derive runs from runs: their search begins with it instead of
// one of their own.
#pragma once

#include <memory>

#include "trace/trace.h"

namespace reweave::inline search {

struct FirstRun {
  std::shared_ptr<const Trace> trace;
};

}  // namespace reweave::inline search
