// Fields and globals whose declarations differ between two versions: one list for all who ask.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "facts/reader.h"

namespace reweave::inline change {

// A member with its record; "::" for globals.
struct FieldName {
  std::string cls, field;
  explicit operator bool() const { return !field.empty(); }
  friend auto operator<=>(const FieldName&, const FieldName&) = default;
};

struct DeclarationChange {
  enum class Kind : std::uint8_t {
    kNew,
    kType,         // another type
    kUnguarded,    // was atomic, volatile or thread-local and is no longer
    kQualifiers,
    kInitialiser,  // of a global, or of this field in one; or the field is where another was
  };
  Kind kind{};
  FieldName name;
  std::string key;  // "Record::field", or the global's name: as LockRegion::lock names it
  std::string reason;  // beside the name: "was int"
  std::string text;  // alone: "HM::modCount_ was std::atomic<int>, is int"
  std::string file;
  std::string global;  // kInitialiser: whose; empty: of every object
};

// Changed ones and new ones of records that were there before; what is gone has no place in NEW.
std::vector<DeclarationChange> ChangedDeclarations(const Facts& old_facts, const Facts& new_facts);

}  // namespace reweave::inline change
