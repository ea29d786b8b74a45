#include "gen/classes/templates.h"

#include <optional>
#include <vector>

#include "clang/AST/ExprCXX.h"
#include "clang/Sema/TemplateDeduction.h"
#include "llvm/ADT/StringSwitch.h"

namespace reweave::gen {

using clang::QualType;

namespace {

enum class Part { kValue, kKey, kMapped, kFunction, kUnknown };

// What a type parameter stands for, by its name and that of the function's parameter.
Part PartOf(llvm::StringRef type, llvm::StringRef parameter) {
  const std::string t = type.lower(), p = parameter.lower();
  const auto has = [](const std::string& text, std::initializer_list<const char*> words) {
    for (const char* word : words)
      if (llvm::StringRef(text).contains(word)) return true;
    return false;
  };
  const auto is = [](const std::string& text, std::initializer_list<const char*> words) {
    for (const char* word : words)
      if (text == word) return true;
    return false;
  };
  if (has(t, {"alloc", "iter", "stream", "archive", "clock", "duration", "period"}) || is(t, {"it", "iit", "inputit", "rep"}))
    return Part::kUnknown;
  if (has(t, {"func", "callback", "visitor", "pred", "lambda", "callable", "handler", "functor", "action"}) ||
      is(t, {"f", "fn", "op", "cb"}) || is(p, {"f", "fn", "func", "callback", "cb", "pred", "functor", "visitor"}))
    return Part::kFunction;
  if (has(t, {"key"}) || is(t, {"k"}) || is(p, {"key", "k"})) return Part::kKey;
  if (has(t, {"mapped", "value"}) || is(t, {"v", "m", "d"}) || is(p, {"val", "value", "v", "obj"})) return Part::kMapped;
  return Part::kValue;
}

class Finder {
 public:
  Finder(clang::Sema& sema, clang::CXXRecordDecl& record, clang::FunctionTemplateDecl& pattern)
      : sema_(sema), context_(sema.getASTContext()), record_(record), pattern_(pattern) {}

  clang::FunctionDecl* Find(std::string& why_not) {
    std::vector<clang::Expr*> arguments;
    for (const clang::ParmVarDecl* parameter : pattern_.getTemplatedDecl()->parameters()) {
      if (parameter->hasDefaultArg()) break;
      if (!Add(*parameter, arguments)) {
        why_not = "a template: no argument is known for " + parameter->getType().getAsString();
        return nullptr;
      }
    }
    clang::FunctionDecl* found = nullptr;
    clang::sema::TemplateDeductionInfo info(pattern_.getLocation());
    clang::Sema::SFINAETrap trap(sema_, true);
    const auto result = sema_.DeduceTemplateArguments(
        &pattern_, nullptr, arguments, found, info, false, false, context_.getRecordType(&record_),
        clang::Expr::Classification::makeSimpleLValue(), [](llvm::ArrayRef<QualType>) { return false; });
    if (result == clang::TemplateDeductionResult::Success && found != nullptr && !trap.hasErrorOccurred()) return found;
    why_not = "a template: it does not take the class's own types";
    return nullptr;
  }

 private:
  bool Add(const clang::ParmVarDecl& parameter, std::vector<clang::Expr*>& out) {
    QualType type = parameter.getType();
    const auto* pack = type->getAs<clang::PackExpansionType>();
    if (pack != nullptr) {
      // What an element is made of: key and value of a map, else the element itself.
      const bool map = !Member("mapped_type").isNull();
      if (map && out.empty() && !Push(Of(Part::kKey), false, out)) return false;
      return Push(Of(map ? Part::kMapped : Part::kValue), false, out);
    }
    if (!type->isDependentType()) return Push(type.getNonReferenceType(), type->isLValueReferenceType(), out);
    const bool lvalue = type->isLValueReferenceType();
    const auto* own = type.getNonReferenceType().getUnqualifiedType()->getAs<clang::TemplateTypeParmType>();
    if (own == nullptr) return false;
    const auto* names = pattern_.getTemplateParameters();
    const std::string name = own->getIndex() < names->size() ? names->getParam(own->getIndex())->getNameAsString() : "";
    const Part part = PartOf(name, parameter.getName());
    return part != Part::kUnknown && Push(Of(part), lvalue, out);
  }

  bool Push(QualType type, bool lvalue, std::vector<clang::Expr*>& out) {
    if (type.isNull()) return false;
    out.push_back(new (context_) clang::OpaqueValueExpr(pattern_.getLocation(), type.getNonReferenceType(),
                                                        lvalue ? clang::VK_LValue : clang::VK_PRValue));
    return true;
  }

  QualType Of(Part part) {
    if (part == Part::kFunction) return AnyFunction();
    const char* names[] = {part == Part::kKey      ? "key_type"
                           : part == Part::kMapped ? "mapped_type"
                                                   : "value_type",
                           "value_type", "element_type"};
    for (const char* name : names)
      if (const QualType found = Member(name); !found.isNull()) return found;
    return Argument(part == Part::kMapped ? 1 : 0);
  }

  // A type that the class names.
  QualType Member(llvm::StringRef name) {
    clang::IdentifierInfo& id = context_.Idents.get(name);
    for (const clang::NamedDecl* found : record_.lookup(&id))
      if (const auto* type = llvm::dyn_cast<clang::TypedefNameDecl>(found)) return type->getUnderlyingType().getCanonicalType();
    return {};
  }

  // The class's template argument, the last type before it if there are fewer; int if it has none.
  QualType Argument(unsigned wanted) {
    QualType out = context_.IntTy;
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record_);
    if (special == nullptr) return out;
    const auto& arguments = special->getTemplateArgs();
    for (unsigned i = 0; i < arguments.size() && i <= wanted; ++i) {
      if (arguments[i].getKind() != clang::TemplateArgument::Type) break;
      // Of several arguments the later ones are rarely elements: comparisons, allocators, traits.
      if (i > 0 && arguments[i].getAsType()->isRecordType()) break;
      out = arguments[i].getAsType();
    }
    return out;
  }

  QualType AnyFunction() {
    clang::IdentifierInfo& id = context_.Idents.get(kAnyFunction);
    for (const clang::NamedDecl* found : context_.getTranslationUnitDecl()->lookup(&id))
      if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(found)) return context_.getRecordType(record);
    return {};
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
  clang::CXXRecordDecl& record_;
  clang::FunctionTemplateDecl& pattern_;
};

}  // namespace

clang::FunctionDecl* LikelyInstance(clang::Sema& sema, clang::CXXRecordDecl& record, clang::FunctionTemplateDecl& pattern,
                                    std::string& why_not) {
  return Finder(sema, record, pattern).Find(why_not);
}

}  // namespace reweave::gen
