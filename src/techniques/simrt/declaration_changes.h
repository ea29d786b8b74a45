// What a change of declarations does to accesses of fields and globals: the declarations that differ, by name, and variables that
// were accessed atomically without a word of it in their declaration.
#pragma once

#include <map>
#include <string>

#include "change/program_change.h"

namespace reweave::inline simrt {

// By "Record::field" and by name of globals. New declarations and other qualifiers are left out: they affect no access.
std::map<std::string, DeclarationChange> DeclarationChanges(const ProgramChange& change);

}  // namespace reweave::inline simrt
