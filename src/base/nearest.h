// "Did you mean": the known word that a misspelt one is nearest to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reweave {

// Letters to insert, remove, replace or exchange with a neighbour.
std::size_t EditDistance(std::string_view a, std::string_view b);

// The nearest of `known`, if it is near enough to be meant: at most a third of the letters differ.
std::optional<std::string> NearestWord(std::string_view word, const std::vector<std::string>& known);

}  // namespace reweave
