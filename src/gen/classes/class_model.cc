#include "gen/classes/class_model.h"

#include <set>
#include <vector>

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "gen/classes/comments.h"
#include "gen/classes/templates.h"

namespace reweave::gen {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::QualType;

namespace {

llvm::json::Array Parameters(const FunctionDecl& function, const TypePrinter& types, unsigned from = 0) {
  llvm::json::Array out;
  for (unsigned i = from; i < function.getNumParams(); ++i) {
    const clang::ParmVarDecl& parameter = *function.getParamDecl(i);
    llvm::json::Object one;
    one["name"] = parameter.getNameAsString();
    one["type"] = types.Describe(parameter.getType());
    one["default"] = parameter.hasDefaultArg();
    out.push_back(std::move(one));
  }
  return out;
}

llvm::json::Object Function(const FunctionDecl& function, const TypePrinter& types, unsigned from = 0) {
  llvm::json::Object out;
  out["name"] = function.getNameAsString();
  out["parameters"] = Parameters(function, types, from);
  out["returns"] = types.Describe(function.getReturnType());
  out["comment"] = CommentOf(function.getASTContext(), function);
  const clang::TagDecl* returned = function.getReturnType()->getAsTagDecl();  // `class [[nodiscard]] Guard`
  out["nodiscard"] = function.hasAttr<clang::WarnUnusedResultAttr>() ||
                     (returned != nullptr && returned->hasAttr<clang::WarnUnusedResultAttr>()) ||
                     function.hasAttr<clang::PureAttr>() || function.hasAttr<clang::ConstAttr>();
  out["variadic"] = function.isVariadic();
  std::string signature = function.getNameAsString() + "(";
  for (unsigned i = from; i < function.getNumParams(); ++i)
    signature += (i > from ? ", " : "") + types.Text(function.getParamDecl(i)->getType());
  out["signature"] = signature + ")";
  const auto position = function.getASTContext().getSourceManager().getPresumedLoc(function.getLocation());
  if (position.isValid()) out["line"] = static_cast<std::int64_t>(position.getLine());
  return out;
}

// Why a method is not called; "" if it can be.
std::string WhyNot(const CXXMethodDecl& method) {
  if (method.isDeleted()) return "deleted";
  if (method.isVariadic()) return "takes any number of arguments (...)";
  // One that the class wrote itself reads another object while others may use both.
  if (method.isMoveAssignmentOperator() || (method.isCopyAssignmentOperator() && !method.isUserProvided())) return "assignment";
  if (llvm::isa<clang::CXXConversionDecl>(method)) return "conversion";
  const auto op = method.getOverloadedOperator();
  if (op == clang::OO_New || op == clang::OO_Delete || op == clang::OO_Array_New || op == clang::OO_Array_Delete)
    return "operator new or delete";
  if (op != clang::OO_None && op != clang::OO_Call && op != clang::OO_Subscript && op != clang::OO_PlusPlus &&
      op != clang::OO_MinusMinus && op != clang::OO_PlusEqual && op != clang::OO_MinusEqual && op != clang::OO_EqualEqual &&
      op != clang::OO_ExclaimEqual && op != clang::OO_Less && !method.isCopyAssignmentOperator())
    return "operator";
  if (method.getRefQualifier() == clang::RQ_RValue) return "only for temporary objects (&&)";
  return "";
}

bool Returns(QualType type, const CXXRecordDecl& record, clang::ASTContext& context) {
  const QualType subject = context.getRecordType(&record);
  if (context.hasSameUnqualifiedType(type, subject)) return true;
  if (type->isPointerType()) return context.hasSameUnqualifiedType(type->getPointeeType(), subject);
  // The only object of the class, or one of a few; one that may not be changed shows less than the class has.
  if (type->isLValueReferenceType()) return context.hasSameType(type->getPointeeType(), subject);
  const auto* special = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (special == nullptr) return false;
  const std::string name = special->getQualifiedNameAsString();
  return (name == "std::unique_ptr" || name == "std::shared_ptr") &&
         context.hasSameUnqualifiedType(special->getTemplateArgs()[0].getAsType(), subject);
}

bool IsLockType(const std::string& name) {
  static const char* const words[] = {
      "mutex",  "std::condition_variable", "atomic",     "spinlock",     "spin_lock", "SpinLock", "Mutex",
      "Atomic", "std::counting_semaphore", "std::latch", "std::barrier", "semaphore", "Semaphore"};
  for (const char* word : words)
    if (name.find(word) != std::string::npos) return true;
  return false;
}

// An allocator of atomics, a lock that does nothing, a function that takes a lock: its name has the word, and it protects
// nothing.
bool HoldsNothing(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return false;
  return record->isEmpty() || record->getQualifiedNameAsString() == "std::function";
}

// Members that are locks or atomics, in the class, its bases and the classes of its members. Not what the standard library's
// classes are made of: a shared_ptr counts its copies by atomics, and protects nothing else by that.
void LocksOf(const CXXRecordDecl& record, const std::string& prefix, const TypePrinter& types, llvm::json::Array& out,
             int depth) {
  if (!record.hasDefinition() || depth > 3) return;
  for (const auto& base : record.bases())
    if (const auto* of = base.getType()->getAsCXXRecordDecl(); of != nullptr && !of->isInStdNamespace())
      LocksOf(*of, prefix, types, out, depth + 1);
  for (const clang::FieldDecl* field : record.fields()) {
    const QualType type = field->getType();
    const std::string name = prefix + field->getNameAsString();
    const std::string written = type.getAsString(), text = types.Text(type);
    if (HoldsNothing(type)) continue;
    if (IsLockType(written) || IsLockType(text)) out.push_back(name + ": " + written);
    else if (const auto* inner = type->getAsCXXRecordDecl()) {
      if (!inner->isInStdNamespace()) LocksOf(*inner, name + ".", types, out, depth + 1);
      const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(inner);
      if (special == nullptr || !inner->isInStdNamespace() || special->getTemplateArgs().size() == 0) continue;
      if (special->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type) continue;
      if (const auto* element = special->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl())
        LocksOf(*element, name + "->", types, out, depth + 1);
    }
  }
}

class Model {
 public:
  Model(clang::Sema& sema, CXXRecordDecl& record)
      : sema_(sema), context_(sema.getASTContext()), record_(record), types_(sema, context_.getRecordType(&record)) {}

  llvm::json::Object Make() {
    Constructors();
    std::set<std::string> hidden;
    Methods(record_, "", hidden);
    llvm::json::Object out;
    out["style"] = "class";
    out["name"] = types_.Text(context_.getRecordType(&record_));
    out["short"] = record_.getNameAsString();
    out["abstract"] = record_.isAbstract();
    out["destructible"] = Destructible();
    out["comment"] = CommentOf(context_, record_);
    out["file_comment"] = FileComment(context_, record_);
    llvm::json::Array locks;
    LocksOf(record_, "", types_, locks, 0);
    out["locks"] = std::move(locks);
    out["constructors"] = std::move(constructors_);
    out["methods"] = std::move(methods_);
    out["literals"] = ComparedLiterals(record_);
    return out;
  }

 private:
  bool Destructible() const {
    const auto* destructor = record_.getDestructor();
    return destructor == nullptr || (!destructor->isDeleted() && destructor->getAccess() == clang::AS_public);
  }

  void Constructors() {
    for (const clang::CXXConstructorDecl* constructor : record_.ctors()) {
      if (constructor->isCopyConstructor()) Copy(*constructor);
      if (constructor->isCopyOrMoveConstructor()) continue;
      llvm::json::Object one = Function(*constructor, types_);
      one["name"] = record_.getNameAsString();
      one["factory"] = false;
      if (record_.isAbstract()) one["why_not"] = "the class is abstract";
      else if (constructor->isDeleted()) one["why_not"] = "deleted";
      else if (constructor->getAccess() != clang::AS_public) one["why_not"] = "not public";
      else if (constructor->isVariadic()) one["why_not"] = "takes any number of arguments (...)";
      constructors_.push_back(std::move(one));
    }
  }

  // A copy constructor that the class wrote itself reads the object while others may use it.
  void Copy(const clang::CXXConstructorDecl& constructor) {
    if (!constructor.isUserProvided() || constructor.getAccess() != clang::AS_public) return;
    llvm::json::Object one;
    one["name"] = "copy";
    one["signature"] = "copy constructor";
    one["copies"] = true;
    one["const"] = constructor.getParamDecl(0)->getType().getNonReferenceType().isConstQualified();
    one["comment"] = CommentOf(context_, constructor);
    one["returns"] = types_.Describe(context_.VoidTy);
    methods_.push_back(std::move(one));
  }

  void Methods(CXXRecordDecl& record, const std::string& from, std::set<std::string>& hidden) {
    std::set<std::string> names;
    std::vector<clang::FunctionTemplateDecl*> templates;
    for (clang::Decl* declaration : record.decls()) {
      if (auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) templates.push_back(pattern);
      const auto* method = llvm::dyn_cast<CXXMethodDecl>(declaration);
      if (method == nullptr || method->isImplicit() || method->getAccess() != clang::AS_public) continue;
      if (llvm::isa<clang::CXXConstructorDecl>(method) || llvm::isa<clang::CXXDestructorDecl>(method)) continue;
      if (hidden.contains(method->getNameAsString())) continue;  // a method of a derived class hides or overrides it
      names.insert(method->getNameAsString());
      Method(*method, from);
    }
    for (clang::FunctionTemplateDecl* pattern : templates) Template(record, *pattern, from);
    hidden.insert(names.begin(), names.end());
    for (const auto& base : record.bases())
      if (auto* of = base.getType()->getAsCXXRecordDecl(); of != nullptr && base.getAccessSpecifier() == clang::AS_public)
        Methods(*of, of->getNameAsString(), hidden);
  }

  void Template(CXXRecordDecl& record, clang::FunctionTemplateDecl& pattern, const std::string& from) {
    if (pattern.getAccess() != clang::AS_public || llvm::isa<clang::CXXConstructorDecl>(pattern.getTemplatedDecl())) return;
    std::string why_not;
    const auto* method = llvm::dyn_cast_or_null<CXXMethodDecl>(LikelyInstance(sema_, record, pattern, why_not));
    llvm::json::Object one;
    if (method != nullptr) {
      one = Function(*method, types_);
      // A plain method that takes the same is what the call would get.
      if (!signatures_.insert(one.getString("signature")->str()).second) return;
      one["const"] = method->isConst();
      one["static"] = method->isStatic();
      one["template_of"] = pattern.getNameAsString();
      why_not = WhyNot(*method);
    } else {
      one["name"] = pattern.getNameAsString();
      one["signature"] = pattern.getNameAsString() + "<...>";
    }
    one["inherited_from"] = from;
    one["comment"] = CommentOf(context_, pattern);
    one["why_not"] = why_not;
    methods_.push_back(std::move(one));
  }

  void Method(const CXXMethodDecl& method, const std::string& from) {
    llvm::json::Object one = Function(method, types_);
    one["const"] = method.isConst();
    one["static"] = method.isStatic();
    one["virtual"] = method.isVirtual();
    one["inherited_from"] = from;
    one["why_not"] = WhyNot(method);
    signatures_.insert(one.getString("signature")->str());
    if (method.isStatic() && Returns(method.getReturnType(), record_, context_)) {
      one["factory"] = true;
      constructors_.push_back(std::move(one));
    } else {
      methods_.push_back(std::move(one));
    }
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
  CXXRecordDecl& record_;
  TypePrinter types_;
  llvm::json::Array constructors_, methods_;
  std::set<std::string, std::less<>> signatures_;
};

bool HasWord(const std::string& name, std::initializer_list<const char*> words) {
  const std::string lower = llvm::StringRef(name).lower();
  for (const char* word : words)
    if (lower.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace

llvm::json::Object DescribeClass(clang::Sema& sema, CXXRecordDecl& record) { return Model(sema, record).Make(); }

llvm::json::Object DescribeStruct(clang::Sema& sema, clang::RecordDecl& record) {
  clang::ASTContext& context = sema.getASTContext();
  const QualType subject = context.getRecordType(&record);
  const TypePrinter types(sema, subject);
  llvm::json::Array constructors, destructors, methods;
  const auto is_subject_pointer = [&](QualType type) {
    return type->isPointerType() && context.hasSameUnqualifiedType(type->getPointeeType(), subject);
  };
  const bool complete = record.getDefinition() != nullptr;
  std::set<std::string> seen;
  const auto visit = [&](const FunctionDecl& function) {
    if (!seen.insert(function.getNameAsString()).second) return;
    const std::string name = function.getNameAsString();
    const unsigned count = function.getNumParams();
    const bool over = count > 0 && is_subject_pointer(function.getParamDecl(0)->getType());
    if (is_subject_pointer(function.getReturnType()) && !over && !function.isVariadic()) {
      llvm::json::Object one = Function(function, types);
      one["factory"] = true;
      constructors.push_back(std::move(one));
      return;
    }
    if (!over) return;
    llvm::json::Object one = Function(function, types, 1);
    if (complete && HasWord(name, {"init", "create", "setup"})) {
      one["initialises"] = true;
      constructors.push_back(std::move(one));
    } else if (count == 1 &&
               HasWord(name, {"destroy", "free", "delete", "fini", "deinit", "term", "cleanup", "release", "dispose"})) {
      destructors.push_back(std::move(one));
    } else {
      one["const"] = function.getParamDecl(0)->getType()->getPointeeType().isConstQualified();
      one["static"] = false;
      one["why_not"] = function.isVariadic() ? "takes any number of arguments (...)" : "";
      methods.push_back(std::move(one));
    }
  };
  std::string comment = CommentOf(context, record);
  const auto walk = [&](auto&& self, const clang::DeclContext& scope) -> void {
    for (const clang::Decl* declaration : scope.decls()) {
      // `typedef struct ring ring;`: what is said above it is about the structure.
      if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration);
          alias != nullptr && context.hasSameUnqualifiedType(alias->getUnderlyingType(), subject))
        comment += "\n" + CommentOf(context, *alias);
      if (const auto* function = llvm::dyn_cast<FunctionDecl>(declaration)) visit(*function);
      else if (const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration)) self(self, *linkage);
      else if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration)) self(self, *space);
    }
  };
  walk(walk, *context.getTranslationUnitDecl());
  llvm::json::Object out;
  out["style"] = "struct";
  out["name"] = types.Text(subject);
  out["short"] = record.getNameAsString();
  out["complete"] = complete;
  out["comment"] = std::move(comment);
  out["file_comment"] = FileComment(context, record);
  llvm::json::Array locks;
  if (const auto* definition = llvm::dyn_cast_or_null<CXXRecordDecl>(record.getDefinition()))
    LocksOf(*definition, "", types, locks, 0);
  out["locks"] = std::move(locks);
  out["constructors"] = std::move(constructors);
  out["destructors"] = std::move(destructors);
  out["methods"] = std::move(methods);
  return out;
}

llvm::json::Array ClassesIn(clang::ASTContext& context, const std::string& header) {
  class Finder : public clang::RecursiveASTVisitor<Finder> {
   public:
    Finder(clang::ASTContext& context, const std::string& header) : context_(context), header_(header) {}
    bool VisitCXXRecordDecl(CXXRecordDecl* record) {
      if (!record->isThisDeclarationADefinition() || record->isImplicit() || record->isLambda() || record->getName().empty())
        return true;
      if (record->getAccess() == clang::AS_private || record->getAccess() == clang::AS_protected) return true;
      const clang::SourceManager& sources = context_.getSourceManager();
      if (llvm::StringRef(sources.getFilename(sources.getExpansionLoc(record->getLocation()))).ends_with(header_))
        names.insert(record->getQualifiedNameAsString() + (record->getDescribedClassTemplate() != nullptr ? "<...>" : ""));
      return true;
    }
    std::set<std::string> names;

   private:
    clang::ASTContext& context_;
    const std::string& header_;
  };
  Finder finder(context, header);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  return llvm::json::Array(finder.names);
}

}  // namespace reweave::gen
