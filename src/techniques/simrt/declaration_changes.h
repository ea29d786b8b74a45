// What a change of declarations does to accesses of fields and globals: the declarations that differ, by name, and variables that
// were accessed atomically without a word of it in their declaration.
#pragma once

#include <map>
#include <string>

#include "change/declared.h"
#include "change/matching.h"

namespace reweave::inline simrt {

// By "Record::field" and by name of globals. New declarations and other qualifiers are left out: they affect no access.
std::map<std::string, DeclarationChange> DeclarationChanges(const Matching& matching);

}  // namespace reweave::inline simrt
