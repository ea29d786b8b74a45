// Decoding of one record. Used by the reader only; separate so that it can be fuzzed by itself.
#pragma once

#include <string_view>

#include "base/coding.h"
#include "facts/facts.h"

namespace reweave::inline facts {

// A function's record, or a unit's declarations: then function.id is empty.
struct FactsRecord {
  FunctionFacts function;
  std::vector<GlobalFacts> globals;
  std::vector<RecordFacts> records;
  std::vector<UnitFacts> units;
  std::vector<TableFacts> tables;
  std::vector<DataFacts> data;
};

// `body`: the record after its header; `offset`: of the body in the file, for messages.
Result<FactsRecord> DecodeRecordBody(std::string_view body, std::uint64_t offset, const std::string& file);

}  // namespace reweave::inline facts
