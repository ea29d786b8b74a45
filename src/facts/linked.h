// What the linker decided, and what it linked besides objects that were built with the driver: nothing of it is in the facts of
// functions and variables.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "facts/elf_file.h"

namespace reweave::inline facts {

struct LinkedFacts {
  // Options that decide what a name stands for (--wrap, --defsym, a version script with its content), as the driver wrote them.
  std::vector<std::string> options;
  std::vector<std::string> libraries;  // that the program asks for, in order
  // Sources of the objects, as they were linked one after the other.
  std::vector<std::string> units;
  // Functions and variables that no facts are about, by name: hashes of their content. What they refer to counts by its name.
  std::map<std::string, std::set<std::uint64_t>> bare;
  // Reweave's own code among them; where it differs, the two programs were made by different versions of it.
  std::uint64_t runtime = 0;
};

constexpr char kLinkSection[] = "rw_link";

// `known`: whether facts are about the symbol. `units` stays empty. A damaged table counts as none.
LinkedFacts ReadLinked(const ElfFile& file, const std::function<bool(std::string_view symbol)>& known);

}  // namespace reweave::inline facts
