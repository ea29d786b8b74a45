// The change of one program in short: enough to know which programs of a project have the same one. Many test programs hold one
// library; what is known of it from one of them need not be found out again for the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "change/program_change.h"

namespace reweave::inline simrt {

struct ChangeOutline {
  // The functions and declarations that changed, and how: equal for programs with the same change.
  std::string key;
  std::string old_build, new_build;  // keys of the builds
  std::uint32_t functions = 0;       // of the new version, without those of the system
  // Functions of the old version in order of their ids, as hashes: there is an outline for each of hundreds of programs. Without
  // those that share an id with others.
  struct Function {
    std::size_t id;
    std::uint64_t code;  // its hash of blocks and edges
  };
  std::vector<Function> old_functions;

  bool changed() const { return old_build != new_build; }
  // The function is in both old programs, and it is the same one.
  bool Shares(const ChangeOutline& other, const std::string& function) const;
};

ChangeOutline OutlineOf(const ProgramChange& change);

}  // namespace reweave::inline simrt
