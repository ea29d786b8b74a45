#include "gen/classes/types.h"

#include <map>
#include <set>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "gen/classes/observe.h"
#include "gen/classes/templates.h"
#include "llvm/ADT/StringExtras.h"

namespace reweave::gen {

using clang::QualType;

namespace {

constexpr int kDeepest = 3;

clang::PrintingPolicy MakePolicy(const clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.FullyQualifiedName = true;
  policy.SuppressTagKeyword = policy.Bool = true;
  policy.SuppressInlineNamespace = true;
  policy.SuppressUnwrittenScope = true;
  policy.SuppressDefaultTemplateArgs = true;
  policy.PrintCanonicalTypes = true;
  return policy;
}

const std::map<std::string, std::string>& LibraryKinds() {
  static const std::map<std::string, std::string> kinds = {
      {"std::vector", "container"},
      {"std::deque", "container"},
      {"std::list", "container"},
      {"std::forward_list", "container"},
      {"std::set", "container"},
      {"std::multiset", "container"},
      {"std::unordered_set", "container"},
      {"std::initializer_list", "container"},
      {"std::map", "map"},
      {"std::unordered_map", "map"},
      {"std::multimap", "map"},
      {"std::unordered_multimap", "map"},
      {"std::optional", "optional"},
      {"std::pair", "pair"},
      {"std::tuple", "tuple"},
      {"std::unique_ptr", "unique_ptr"},
      {"std::shared_ptr", "shared_ptr"},
      {"std::weak_ptr", "weak_ptr"},
      {"std::function", "function"},
      {"std::move_only_function", "function"},
      {"std::span", "span"},
      {"std::chrono::duration", "duration"},
      {"std::chrono::time_point", "time_point"},
      {"std::variant", "variant"},
      {"std::array", "array"},
  };
  return kinds;
}

bool IsChar(QualType type) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  return builtin != nullptr &&
         (builtin->getKind() == clang::BuiltinType::Char_S || builtin->getKind() == clang::BuiltinType::Char_U);
}

bool IsCharTemplate(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  const auto* special = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return special != nullptr && special->getTemplateArgs().size() > 0 &&
         special->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type &&
         IsChar(special->getTemplateArgs()[0].getAsType());
}

}  // namespace

TypePrinter::TypePrinter(clang::Sema& sema, QualType subject)
    : sema_(sema), context_(sema.getASTContext()), subject_(subject), policy_(MakePolicy(context_)) {}

// As a person writes it: the library's strings by their short names.
std::string TypePrinter::Text(QualType type) const {
  std::string out = type.getCanonicalType().getAsString(policy_);
  static const std::pair<llvm::StringRef, llvm::StringRef> names[] = {
      {"std::basic_string<char, std::char_traits<char>, std::allocator<char>>", "std::string"},
      {"std::basic_string<char>", "std::string"},
      {"std::basic_string_view<char, std::char_traits<char>>", "std::string_view"},
      {"std::basic_string_view<char>", "std::string_view"}};
  for (const auto& [from, to] : names)
    for (auto at = out.find(from); at != std::string::npos; at = out.find(from, at + to.size())) out.replace(at, from.size(), to);
  return out;
}

std::string TypePrinter::KindOfRecord(const clang::CXXRecordDecl& record, QualType type) const {
  if (context_.hasSameUnqualifiedType(type, subject_)) return "subject";
  std::string name;
  llvm::raw_string_ostream stream(name);
  record.printQualifiedName(stream, policy_);
  if (name == kAnyFunction) return "callable";
  if (name == "std::basic_string" && IsCharTemplate(type)) return "string";
  if (name == "std::basic_string_view" && IsCharTemplate(type)) return "string_view";
  const auto found = LibraryKinds().find(name);
  return found != LibraryKinds().end() ? found->second : "record";
}

std::string TypePrinter::KindOf(QualType type) const {
  if (type->isVoidType()) return "void";
  if (type->isBooleanType()) return "bool";
  if (type->isEnumeralType()) return type->isStdByteType() ? "other" : "enum";
  if (type->isNullPtrType()) return "nullptr";
  if (type->isIntegerType()) return "int";
  if (type->isRealFloatingType()) return "float";
  if (type->isFunctionPointerType()) return "function_pointer";
  if (type->isPointerType()) {
    const QualType pointee = type->getPointeeType();
    if (pointee.isConstQualified() && IsChar(pointee)) return "cstring";
    if (pointee->isVoidType()) return "void_pointer";
    return "pointer";
  }
  if (const auto* record = type->getAsCXXRecordDecl()) return KindOfRecord(*record, type);
  return "other";
}

namespace {

// A vector of objects that cannot be copied has a copy constructor all the same, and calling it does not compile. So has a class
// with such a member.
bool PartsCanBeCopied(clang::Sema& sema, const clang::CXXRecordDecl& record, int depth = 0);

bool CanBeCopied(clang::Sema& sema, QualType type, int depth) {
  constexpr int kDeepestPart = 6;
  auto* record = sema.getASTContext().getBaseElementType(type)->getAsCXXRecordDecl();
  if (record == nullptr || depth > kDeepestPart) return true;
  auto* definition = record->getDefinition();
  if (definition == nullptr) return llvm::isa<clang::ClassTemplateSpecializationDecl>(record);
  sema.ForceDeclarationOfImplicitMembers(definition);
  const bool copies = llvm::any_of(definition->ctors(), [](const clang::CXXConstructorDecl* constructor) {
    return constructor->isCopyConstructor() && !constructor->isDeleted();
  });
  return copies && PartsCanBeCopied(sema, *definition, depth);
}

bool PartsCanBeCopied(clang::Sema& sema, const clang::CXXRecordDecl& record, int depth) {
  const auto part = [&](QualType type) { return CanBeCopied(sema, type, depth + 1); };
  if (record.isInStdNamespace()) {
    static const std::set<std::string> owners = {"vector", "deque",         "list",          "forward_list", "set",
                                                 "map",    "unordered_map", "unordered_set", "optional",     "pair"};
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (special == nullptr || !owners.contains(record.getNameAsString())) return true;
    return llvm::all_of(special->getTemplateArgs().asArray().take_front(2), [&](const clang::TemplateArgument& argument) {
      return argument.getKind() != clang::TemplateArgument::Type || part(argument.getAsType());
    });
  }
  for (const clang::CXXConstructorDecl* constructor : record.ctors())
    if (constructor->isCopyConstructor() && constructor->isUserProvided()) return true;
  return llvm::all_of(record.bases(), [&](const auto& base) { return part(base.getType()); }) &&
         llvm::all_of(record.fields(), [&](const clang::FieldDecl* field) { return part(field->getType()); });
}

}  // namespace

void TypePrinter::DescribeRecord(clang::CXXRecordDecl& record, llvm::json::Object& out, int depth) const {
  // A class of a template is made only when somebody needs it.
  const bool of_template =
      record.getInstantiatedFromMemberClass() != nullptr || llvm::isa<clang::ClassTemplateSpecializationDecl>(record);
  if (of_template && record.getDefinition() == nullptr)
    static_cast<void>(sema_.isCompleteType(record.getLocation(), context_.getRecordType(&record)));
  const clang::CXXRecordDecl* definition = record.getDefinition();
  out["complete"] = definition != nullptr;
  if (definition == nullptr) return;
  sema_.ForceDeclarationOfImplicitMembers(record.getDefinition());
  bool makes = false, copies = false, moves = false;
  llvm::json::Array constructors;
  for (const clang::CXXConstructorDecl* constructor : definition->ctors()) {
    if (constructor->isDeleted() || constructor->getAccess() != clang::AS_public) continue;
    if (constructor->isDefaultConstructor()) makes = true;
    if (constructor->isCopyConstructor()) copies = true;
    if (constructor->isMoveConstructor()) moves = true;
    if (constructor->isCopyOrMoveConstructor() || depth >= kDeepest) continue;
    llvm::json::Array types;
    for (const clang::ParmVarDecl* parameter : constructor->parameters())
      if (!parameter->hasDefaultArg()) types.push_back(Describe(parameter->getType(), depth + 1));
    constructors.push_back(std::move(types));
  }
  out["default"] = makes && !definition->isAbstract();
  out["copy"] = copies && PartsCanBeCopied(sema_, *definition);
  out["move"] = moves || copies;
  out["abstract"] = definition->isAbstract();
  out["constructors"] = std::move(constructors);
  out["aggregate"] = definition->isAggregate();
  out["ends_with_code"] = EndsWithCode(record);
  llvm::json::Array observed;
  if (depth < kDeepest)
    for (const Observation& one : ObservationsOf(context_, record))
      observed.push_back(llvm::json::Object{{"access", one.access}, {"type", Describe(one.type, depth + 1)}});
  out["observed"] = std::move(observed);
}

void TypePrinter::DescribeParts(QualType type, const std::string& kind, llvm::json::Object& out, int depth) const {
  llvm::json::Array parts;
  if (kind == "pointer") parts.push_back(Describe(type->getPointeeType(), depth + 1));
  const clang::FunctionProtoType* function = nullptr;
  if (kind == "function_pointer") function = type->getPointeeType()->getAs<clang::FunctionProtoType>();
  if (const auto* special = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())) {
    const auto& arguments = special->getTemplateArgs();
    unsigned wanted = kind == "map" || kind == "pair" || kind == "duration" ? 2 : 1;
    if (kind == "tuple" || kind == "variant") wanted = ~0u;
    for (unsigned i = 0; i < arguments.size() && i < wanted; ++i) {
      const clang::TemplateArgument& argument = arguments[i];
      if (argument.getKind() == clang::TemplateArgument::Pack) {
        for (const auto& element : argument.pack_elements())
          if (element.getKind() == clang::TemplateArgument::Type) parts.push_back(Describe(element.getAsType(), depth + 1));
      } else if (argument.getKind() == clang::TemplateArgument::Type) {
        if (kind == "function") function = argument.getAsType()->getAs<clang::FunctionProtoType>();
        else parts.push_back(Describe(argument.getAsType(), depth + 1));
      }
    }
  }
  if (function != nullptr) {
    for (const QualType parameter : function->param_types()) parts.push_back(Describe(parameter, depth + 1));
    out["returns"] = Describe(function->getReturnType(), depth + 1);
  }
  out["of"] = std::move(parts);
}

llvm::json::Object TypePrinter::Describe(QualType type, int depth) const {
  const QualType bare = type.getNonReferenceType();
  const QualType value = bare.getUnqualifiedType().getCanonicalType();
  llvm::json::Object out;
  out["text"] = Text(type);
  out["value"] = Text(value);
  out["ref"] = type->isLValueReferenceType() ? "&" : type->isRValueReferenceType() ? "&&" : "";
  out["const"] = bare.isConstQualified();
  const std::string kind = depth > kDeepest ? "other" : KindOf(value);
  out["kind"] = kind;
  if (kind == "int") {
    out["bits"] = static_cast<std::int64_t>(context_.getTypeSize(value));
    out["signed"] = value->isSignedIntegerType();
    out["char"] = IsChar(value);
  }
  if (kind == "enum") {
    llvm::json::Array names;
    for (const clang::EnumConstantDecl* constant : value->getAs<clang::EnumType>()->getDecl()->enumerators())
      names.push_back(constant->getQualifiedNameAsString());
    out["enumerators"] = std::move(names);
  }
  auto* record = value->getAsCXXRecordDecl();
  if (record != nullptr && (kind == "record" || kind == "subject")) DescribeRecord(*record, out, depth);
  if (record == nullptr || (kind != "record" && kind != "subject")) DescribeParts(value, kind, out, depth);
  return out;
}

}  // namespace reweave::gen
