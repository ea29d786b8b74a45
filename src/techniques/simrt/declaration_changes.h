// What a change does to declarations of fields and globals (docs/techniques/simrt.md).
#pragma once

#include <map>
#include <string>

#include "change/matching.h"

namespace reweave {

struct DeclarationChange {
  enum class Kind : std::uint8_t {
    kType,        // another type
    kUnguarded,   // was atomic, volatile or thread-local and is no longer
    kInitialiser  // of a global
  };
  Kind kind{};
  std::string text;  // for people: "HM::modCount_ was std::atomic<int>, is int"
};

// By "Record::field" and by name of globals.
std::map<std::string, DeclarationChange> DeclarationChanges(const Matching& matching);

}  // namespace reweave
