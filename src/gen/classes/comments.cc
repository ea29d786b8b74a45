#include "gen/classes/comments.h"

#include <set>
#include <string>
#include <vector>

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace reweave::gen {

namespace {

// What Doxygen groups around the declaration say: the text from "@name" to the "@{" of each group that is open there.
std::string GroupComment(const clang::ASTContext& context, const clang::Decl& declaration) {
  const clang::SourceManager& sources = context.getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(declaration.getLocation()));
  bool failed = false;
  const llvm::StringRef text = sources.getBufferData(file, &failed).substr(0, offset);
  if (failed) return "";
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = text.find_first_of("@\\", at)) != llvm::StringRef::npos; ++at) {
    const llvm::StringRef mark = text.substr(at + 1, 1);
    if (mark == "}" && !open.empty()) open.pop_back();
    if (mark != "{") continue;
    std::string said;
    for (const char* name : {"@name", "\\name", "@defgroup", "\\defgroup"}) {
      const std::size_t from = text.substr(0, at).rfind(name);
      if (from == llvm::StringRef::npos) continue;
      const llvm::StringRef between = text.slice(from, at);
      if (!between.contains("@}") && !between.contains("\\}") && !between.contains("@{") && !between.contains("\\{"))
        said = between.str();
    }
    open.push_back(std::move(said));
  }
  std::string out;
  for (const std::string& group : open) out += "\n" + group;
  return out;
}

}  // namespace

std::string CommentOf(const clang::ASTContext& context, const clang::Decl& declaration) {
  const clang::Decl* at = &declaration;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(at))
    if (const auto* pattern = function->getTemplateInstantiationPattern()) at = pattern;
  if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(at)) at = special->getSpecializedTemplate();
  const clang::RawComment* comment = context.getRawCommentForAnyRedecl(at);
  std::string out = comment != nullptr ? comment->getRawText(context.getSourceManager()).str() : "";
  if (llvm::isa<clang::FunctionDecl>(at) || llvm::isa<clang::FunctionTemplateDecl>(at)) out += GroupComment(context, *at);
  return out;
}

std::string FileComment(const clang::ASTContext& context, const clang::Decl& declaration) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::FileID file = sources.getFileID(sources.getExpansionLoc(declaration.getLocation()));
  bool failed = false;
  llvm::StringRef text = sources.getBufferData(file, &failed);
  if (failed) return "";
  std::string out;
  bool block = false;
  while (!text.empty() && out.size() < 8192) {
    auto [line, rest] = text.split('\n');
    text = rest;
    const llvm::StringRef trimmed = line.trim();
    if (!block && !trimmed.empty() && !trimmed.starts_with("//") && !trimmed.starts_with("/*") && !trimmed.starts_with("#"))
      break;
    if (trimmed.starts_with("#")) continue;
    if (trimmed.starts_with("/*")) block = true;
    if (block && trimmed.contains("*/")) block = false;
    out += trimmed.str() + "\n";
  }
  return out;
}

namespace {

class LiteralFinder : public clang::RecursiveASTVisitor<LiteralFinder> {
 public:
  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (!operation->isComparisonOp()) return true;
    Take(*operation->getLHS());
    Take(*operation->getRHS());
    return true;
  }
  bool shouldVisitTemplateInstantiations() const { return true; }

  std::set<std::int64_t> ints;
  std::set<std::string> strings;

 private:
  void Take(const clang::Expr& operand) {
    const clang::Expr* bare = operand.IgnoreParenImpCasts();
    if (const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(bare))
      if (number->getValue().getActiveBits() < 32) ints.insert(static_cast<std::int64_t>(number->getValue().getZExtValue()));
    if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(bare))
      if (text->getCharByteWidth() == 1 && text->getLength() < 40) strings.insert(text->getString().str());
  }
};

}  // namespace

llvm::json::Object ComparedLiterals(clang::CXXRecordDecl& record) {
  LiteralFinder finder;
  for (clang::CXXMethodDecl* method : record.methods()) {
    clang::FunctionDecl* body = method;
    if (!method->hasBody())
      if (auto* pattern = method->getTemplateInstantiationPattern()) body = pattern;
    if (body->hasBody()) finder.TraverseStmt(body->getBody());
  }
  llvm::json::Object out;
  out["ints"] = llvm::json::Array(finder.ints);
  out["strings"] = llvm::json::Array(finder.strings);
  return out;
}

}  // namespace reweave::gen
