// What a run can record, by name (ParseRecordClasses of trace/kinds.h reads lists of them).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace reweave::inline trace {

struct RecordClassName {
  std::string_view name;
  std::uint32_t classes;  // abi::RecordClass
};
std::span<const RecordClassName> RecordClassNames();

}  // namespace reweave::inline trace
