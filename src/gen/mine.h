// Values that the project's own tests pass to the methods of a class.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/model.h"

namespace reweave::gen {

// Literals by callable and position: ("Put", 0) -> "17", "\"k1\""; constructors by the class's short name. In order of
// appearance.
using MinedValues = std::map<std::pair<std::string, std::size_t>, std::vector<std::string>>;

// From calls like `x.Put(17, "a")`, `x->Put(...)`, `put(&x, 17)` of C style, and `Cache<int> x(4)` in a source.
void MineText(std::string_view source, const ClassModel& model, MinedValues& out);

// Of the files, and the sources in the directories, those that look like tests and mention the class.
MinedValues MineFiles(const std::vector<std::string>& paths, const ClassModel& model);

bool IsIntLiteral(std::string_view text);
bool IsStringLiteral(std::string_view text);

}  // namespace reweave::gen
