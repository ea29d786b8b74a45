// What can be seen of an object that a call returned, so that two of them can be compared.
//
// A class with an operator== is compared by the members that this operator compares, as far as it is a plain conjunction
// (`a.x == b.x && a.y == b.y`, std::tie, `= default`); by nothing if it is anything else. A class without one is compared by all
// its public members, and by const methods that only give out a member. Other const methods are used only if nothing in the class
// points elsewhere: calling them could touch memory that other threads use.
#pragma once

#include <string>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

namespace reweave::gen {

struct Observation {
  std::string access;  // after the object: ".x", ".x()"
  clang::QualType type;
};

// Empty: nothing of it can be compared.
std::vector<Observation> ObservationsOf(clang::ASTContext& context, clang::CXXRecordDecl& record);

// The end of an object of this class may do something: its destructor, or that of a part, was written by somebody.
bool EndsWithCode(const clang::CXXRecordDecl& record, int depth = 0);

}  // namespace reweave::gen
