#include "gen/classes/observe.h"

#include <optional>
#include <set>

#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace reweave::gen {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::FunctionDecl;
using clang::QualType;

namespace {

constexpr int kDeepestValue = 4;
constexpr std::size_t kMostObservations = 8;

const Expr* Plain(const Expr* expression) {
  return expression->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts()->IgnoreUnlessSpelledInSource();
}

// "x" of `a.x`, "x()" of `a.x()`, also where the class is a template; "" of anything else.
std::string MemberName(const Expr* expression) {
  expression = Plain(expression);
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) return member->getMemberDecl()->getNameAsString();
  if (const auto* member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(expression))
    return member->getMember().getAsString();
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  if (call == nullptr || call->getNumArgs() > 0 || llvm::isa<clang::CXXOperatorCallExpr>(call)) return "";
  const std::string name = MemberName(call->getCallee());
  return name.empty() ? "" : name + "()";
}

bool IsTie(const clang::CallExpr& call) {
  std::string name;
  if (const auto* callee = call.getDirectCallee()) name = callee->getNameAsString();
  else if (const auto* lookup = llvm::dyn_cast<clang::UnresolvedLookupExpr>(call.getCallee()))
    name = lookup->getName().getAsString();
  return name == "tie" || name == "make_tuple" || name == "forward_as_tuple";
}

bool SameMembers(const Expr* left, const Expr* right, std::set<std::string>& names) {
  const std::string name = MemberName(left);
  if (!name.empty()) return name == MemberName(right) && (names.insert(name), true);
  const auto *tie = llvm::dyn_cast<clang::CallExpr>(Plain(left)), *other = llvm::dyn_cast<clang::CallExpr>(Plain(right));
  if (tie == nullptr || other == nullptr || !IsTie(*tie) || !IsTie(*other) || tie->getNumArgs() != other->getNumArgs())
    return false;
  for (unsigned i = 0; i < tie->getNumArgs(); ++i)
    if (!SameMembers(tie->getArg(i), other->getArg(i), names)) return false;
  return true;
}

// The members that are compared; false: it is no conjunction of comparisons of the same members.
bool Conjunction(const Expr* expression, std::set<std::string>& names) {
  expression = Plain(expression);
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(expression)) {
    return rewritten->getOperator() == clang::BO_EQ && SameMembers(rewritten->getLHS(), rewritten->getRHS(), names);
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    if (binary->getOpcode() == clang::BO_LAnd)
      return Conjunction(binary->getLHS(), names) && Conjunction(binary->getRHS(), names);
    return binary->getOpcode() == clang::BO_EQ && SameMembers(binary->getLHS(), binary->getRHS(), names);
  }
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  return call != nullptr && call->getOperator() == clang::OO_EqualEqual && call->getNumArgs() == 2 &&
         SameMembers(call->getArg(0), call->getArg(1), names);
}

// `return E;` as the whole body.
const Expr* OnlyReturn(const FunctionDecl& function) {
  const FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  const clang::Stmt* body = function.getBody();
  if (body == nullptr && pattern != nullptr) body = pattern->getBody();
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  if (block == nullptr || block->size() != 1) return nullptr;
  const auto* ends = llvm::dyn_cast<clang::ReturnStmt>(block->body_front());
  return ends != nullptr ? ends->getRetValue() : nullptr;
}

// A method that only gives out a member: which one.
std::string Getter(const CXXMethodDecl& method) {
  const Expr* given = OnlyReturn(method);
  const std::string name = given != nullptr ? MemberName(given) : "";
  return name.ends_with(")") ? "" : name;
}

bool IsPublic(const CXXRecordDecl& record) {
  if (record.isLambda() || record.getName().empty() || record.isLocalClass() != nullptr) return false;
  const clang::Decl* at = &record;
  for (; at != nullptr && !llvm::isa<clang::TranslationUnitDecl>(at); at = llvm::dyn_cast<clang::Decl>(at->getDeclContext()))
    if (at->getAccess() == clang::AS_private || at->getAccess() == clang::AS_protected) return false;
  return true;
}

const clang::ClassTemplateSpecializationDecl* OfLibrary(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->isInStdNamespace() ? llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record)
                                                         : nullptr;
}

// Its parts, if it is a value of the library: containers, strings, optional and the like.
std::optional<std::vector<QualType>> PartsOf(const clang::ClassTemplateSpecializationDecl& special) {
  static const std::set<std::string> whole = {"basic_string", "duration"};
  static const std::set<std::string> one = {"vector",       "deque",    "list",          "set",  "multiset",
                                            "forward_list", "optional", "unordered_set", "array"};
  static const std::set<std::string> two = {"map", "multimap", "unordered_map", "pair"};
  static const std::set<std::string> all = {"tuple", "variant"};
  const std::string name = special.getNameAsString();
  std::size_t wanted = one.contains(name) ? 1 : two.contains(name) ? 2 : all.contains(name) ? 100 : 0;
  if (wanted == 0 && !whole.contains(name)) return std::nullopt;
  std::vector<QualType> out;
  for (const clang::TemplateArgument& argument : special.getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Pack) {
      for (const auto& element : argument.pack_elements()) out.push_back(element.getAsType());
    } else if (argument.getKind() == clang::TemplateArgument::Type && out.size() < wanted) {
      out.push_back(argument.getAsType());
    }
  }
  if (out.size() > wanted) out.resize(wanted);
  return out;
}

class Observer {
 public:
  explicit Observer(clang::ASTContext& context) : context_(context) {}

  std::vector<Observation> Of(CXXRecordDecl& record, int depth) {
    std::vector<Observation> out;
    const auto* definition = record.getDefinition();
    if (definition == nullptr || record.isInStdNamespace() || record.isUnion() || record.isPolymorphic() || !IsPublic(record))
      return out;
    std::set<std::string> compared;
    const std::optional<bool> by_operator = Compared(record, compared);
    if (by_operator == false) return out;
    const auto wanted = [&](const std::string& name, const std::string& member) {
      return !by_operator || compared.contains(name) || (!member.empty() && compared.contains(member));
    };
    std::set<std::string> given;  // members that are observed already
    for (const clang::FieldDecl* field : definition->fields())
      if (field->getAccess() == clang::AS_public && !field->getName().empty() && wanted(field->getNameAsString(), "") &&
          IsShown(field->getType(), depth) && given.insert(field->getNameAsString()).second)
        out.push_back({"." + field->getNameAsString(), field->getType()});
    for (const auto& base : definition->bases())
      if (auto* of = base.getType()->getAsCXXRecordDecl();
          !by_operator && of != nullptr && base.getAccessSpecifier() == clang::AS_public)
        for (const Observation& one : Of(*of, depth + 1))
          if (given.insert(one.access.substr(1)).second) out.push_back(one);
    const bool value = IsValue(context_.getRecordType(&record), 0);
    for (const CXXMethodDecl* method : definition->methods()) {
      if (method->isImplicit() || !method->isConst() || method->isStatic() || method->getAccess() != clang::AS_public) continue;
      if (method->getNumParams() > 0 || method->isDeleted() || method->isOverloadedOperator() || method->isVolatile()) continue;
      if (llvm::isa<clang::CXXConversionDecl>(method) || llvm::isa<clang::CXXDestructorDecl>(method)) continue;
      const QualType type = method->getReturnType();
      const std::string member = Getter(*method), name = method->getNameAsString() + "()";
      if (member.empty() && (!value || type->isReferenceType())) continue;
      if (wanted(name, member) && IsShown(type.getNonReferenceType(), depth) &&
          given.insert(member.empty() ? name : member).second)
        out.push_back({"." + name, type.getNonReferenceType()});
    }
    if (out.size() > kMostObservations) out.resize(kMostObservations);
    return out;
  }

 private:
  // Nothing: there is no operator==. False: it compares what we do not understand. True: it compares these members.
  std::optional<bool> Compared(CXXRecordDecl& record, std::set<std::string>& names) {
    bool any = false, all_fields = false, understood = true;
    const auto look = [&](const FunctionDecl* function) {
      if (function == nullptr) return;
      const auto op = function->getOverloadedOperator();
      if (op == clang::OO_Spaceship && function->isDefaulted()) any = all_fields = true;
      if (op != clang::OO_EqualEqual) return;
      any = true;
      if (function->isDefaulted()) {
        all_fields = true;
        return;
      }
      if (function->isDeleted()) return;
      const FunctionDecl* definition = nullptr;
      if (function->isDefined(definition)) function = definition;
      const Expr* given = OnlyReturn(*function);
      understood &= given != nullptr && Conjunction(given, names);
    };
    const auto any_of = [&](const clang::NamedDecl* declaration, bool member) {
      if (const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
        // A template may be for this class or for anything else.
        const auto* function = pattern->getTemplatedDecl();
        if (function->getOverloadedOperator() == clang::OO_EqualEqual && (member || MayTake(*function, record)))
          any = true, understood = false;
      } else if (const auto* function = llvm::dyn_cast<FunctionDecl>(declaration)) {
        if (member || Takes(*function, record)) look(function);
      }
    };
    for (const clang::Decl* declaration : record.decls())
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration);
          named != nullptr && named->isFunctionOrFunctionTemplate())
        any_of(named, true);
    for (const clang::FriendDecl* one : record.friends())
      if (const auto* named = one->getFriendDecl(); named != nullptr && named->isFunctionOrFunctionTemplate())
        any_of(named, false);
    const auto name = context_.DeclarationNames.getCXXOperatorName(clang::OO_EqualEqual);
    for (const clang::DeclContext* scope = record.getEnclosingNamespaceContext(); scope != nullptr;
         scope = scope->isTranslationUnit() ? nullptr : scope->getParent())
      for (const clang::NamedDecl* found : scope->lookup(name)) any_of(found, false);
    if (!any) return std::nullopt;
    if (all_fields)
      for (const clang::FieldDecl* field : record.fields()) names.insert(field->getNameAsString());
    return understood;
  }

  bool Takes(const FunctionDecl& function, const CXXRecordDecl& record) const {
    return function.getNumParams() == 2 &&
           context_.hasSameUnqualifiedType(function.getParamDecl(0)->getType().getNonReferenceType(),
                                           context_.getRecordType(&record));
  }

  // The operator of a template, for instances of the class's own template or for anything.
  static bool MayTake(const FunctionDecl& function, const CXXRecordDecl& record) {
    if (function.getNumParams() != 2) return false;
    const QualType type = function.getParamDecl(0)->getType().getNonReferenceType();
    if (type->getAs<clang::TemplateTypeParmType>() != nullptr) return true;
    const auto* written = type->getAs<clang::TemplateSpecializationType>();
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    return written != nullptr && special != nullptr &&
           written->getTemplateName().getAsTemplateDecl() == special->getSpecializedTemplate();
  }

  // Nothing in it points elsewhere.
  bool IsValue(QualType type, int depth) {
    type = type.getCanonicalType().getUnqualifiedType();
    if (depth > kDeepestValue) return false;
    if (type->isArithmeticType() || type->isEnumeralType()) return true;
    if (const auto* special = OfLibrary(type)) {
      const auto parts = PartsOf(*special);
      return parts && llvm::all_of(*parts, [&](QualType part) { return IsValue(part, depth + 1); });
    }
    const auto* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || record->isInStdNamespace() || record->isPolymorphic() ||
        record->isUnion())
      return false;
    for (const auto& base : record->getDefinition()->bases())
      if (!IsValue(base.getType(), depth + 1)) return false;
    return llvm::all_of(record->getDefinition()->fields(),
                        [&](const clang::FieldDecl* field) { return IsValue(field->getType(), depth + 1); });
  }

  // The wrapper can print it.
  bool IsShown(QualType type, int depth) {
    type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    if (depth > 2) return false;
    if (type->isArithmeticType() || type->isEnumeralType()) return true;
    if (const auto* special = OfLibrary(type)) {
      const auto parts = PartsOf(*special);
      return parts && llvm::all_of(*parts, [&](QualType part) { return IsShown(part, depth + 1); });
    }
    auto* record = type->getAsCXXRecordDecl();
    return record != nullptr && record->hasDefinition() && !Of(*record, depth + 1).empty();
  }

  clang::ASTContext& context_;
};

}  // namespace

std::vector<Observation> ObservationsOf(clang::ASTContext& context, CXXRecordDecl& record) {
  return Observer(context).Of(record, 0);
}

bool EndsWithCode(const CXXRecordDecl& record, int depth) {
  const auto* definition = record.getDefinition();
  if (definition == nullptr || depth > kDeepestValue) return false;
  if (const auto* special = OfLibrary(record.getASTContext().getRecordType(&record))) {
    // What it owns ends with it; the library's own destructors do nothing else.
    for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray())
      if (argument.getKind() == clang::TemplateArgument::Type)
        if (const auto* part = argument.getAsType()->getAsCXXRecordDecl(); part != nullptr && EndsWithCode(*part, depth + 1))
          return true;
    return special->getName() == "unique_lock" || special->getName() == "shared_lock";
  }
  if (record.isInStdNamespace()) return false;
  const auto* destructor = definition->getDestructor();
  if (destructor != nullptr && destructor->isUserProvided()) return true;
  for (const clang::FieldDecl* field : definition->fields())
    if (const auto* part = field->getType()->getAsCXXRecordDecl(); part != nullptr && EndsWithCode(*part, depth + 1)) return true;
  for (const auto& base : definition->bases())
    if (const auto* part = base.getType()->getAsCXXRecordDecl(); part != nullptr && EndsWithCode(*part, depth + 1)) return true;
  return false;
}

}  // namespace reweave::gen
