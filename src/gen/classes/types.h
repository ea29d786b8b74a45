// Types of arguments and results as JSON: enough of a type to make a value of it and to print one.
//
// {"text": "const std::string &", "value": "std::string", "kind": "string", "ref": "", "const": false, ...}
//   text     the type as written in a declaration
//   value    the type without reference and const: what a variable would be declared with
//   ref      "", "&", "&&"
//   kind     see KindOf in types.cc; "other" if nothing is known about it
//   of       types of elements (containers, optional, pair, tuple, smart pointers, pointers), or parameters of a function
//   returns  of a function
// and for a class: "default", "copy", "move" (can it be made so), "constructors" (lists of types), "fields" of an aggregate,
// "observed" (what can be compared of it, see observe.h), "ends_with_code", "enumerators" of an enumeration, "bits" and "signed"
// of an integer.
#pragma once

#include <string>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/JSON.h"

namespace reweave::gen {

// Knows the class under test, whose own type gets the kind "subject".
class TypePrinter {
 public:
  TypePrinter(clang::Sema& sema, clang::QualType subject);

  llvm::json::Object Describe(clang::QualType type, int depth = 0) const;
  std::string Text(clang::QualType type) const;

 private:
  std::string KindOf(clang::QualType type) const;
  std::string KindOfRecord(const clang::CXXRecordDecl& record, clang::QualType type) const;
  void DescribeRecord(clang::CXXRecordDecl& record, llvm::json::Object& out, int depth) const;
  void DescribeParts(clang::QualType type, const std::string& kind, llvm::json::Object& out, int depth) const;

  clang::Sema& sema_;
  clang::ASTContext& context_;
  clang::QualType subject_;
  clang::PrintingPolicy policy_;
};

}  // namespace reweave::gen
