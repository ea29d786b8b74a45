// A class as JSON: constructors, methods, and what its text promises. docs/gen.md lists what is left out and why.
#pragma once

#include <string>

#include "clang/Sema/Sema.h"
#include "gen/classes/types.h"
#include "llvm/Support/JSON.h"

namespace reweave::gen {

// The model of a complete class with methods.
llvm::json::Object DescribeClass(clang::Sema& sema, clang::CXXRecordDecl& record);

// The model of a struct that free functions of the header work on (C style).
llvm::json::Object DescribeStruct(clang::Sema& sema, clang::RecordDecl& record);

// Names of the classes that the file declares, for messages.
llvm::json::Array ClassesIn(clang::ASTContext& context, const std::string& header);

}  // namespace reweave::gen
