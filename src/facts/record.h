// Decoding of one function's record. Used by the reader only; separate so that it can be fuzzed by itself.
#pragma once

#include <string_view>

#include "base/coding.h"
#include "facts/facts.h"

namespace reweave {

// `body`: the record after its header; `offset`: of the body in the file, for messages.
Result<FunctionFacts> DecodeRecordBody(std::string_view body, std::uint64_t offset, const std::string& file);

}  // namespace reweave
