// What the text around a declaration says: its comment, the comment at the top of its file, literals it compares with.
#pragma once

#include <string>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/Support/JSON.h"

namespace reweave::gen {

// Of a function with what the Doxygen groups that it is in say.
std::string CommentOf(const clang::ASTContext& context, const clang::Decl& declaration);

// The comments before the first declaration of the file that the declaration is in, at most 8 kB.
std::string FileComment(const clang::ASTContext& context, const clang::Decl& declaration);

// {"ints": [...], "strings": [...]} that bodies of the class's methods compare something with.
llvm::json::Object ComparedLiterals(clang::CXXRecordDecl& record);

}  // namespace reweave::gen
