// Templates among the methods: the function that a call with likely arguments would get.
#pragma once

#include <string>

#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

namespace reweave::gen {

// Stands for a function of any parameters: declared in the file that reweave-classes compiles.
constexpr char kAnyFunction[] = "reweave_any_function";

// Which function `object.method(...)` is, with arguments of the class's own types: its elements (value_type, key_type,
// mapped_type, or the class's template arguments), int if it has none, or a function for what is named like one. Null: nothing
// fits, `why_not` says so.
clang::FunctionDecl* LikelyInstance(clang::Sema& sema, clang::CXXRecordDecl& record, clang::FunctionTemplateDecl& pattern,
                                    std::string& why_not);

}  // namespace reweave::gen
