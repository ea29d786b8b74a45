// reweave-classes HEADER CLASS [CLANG ARGUMENT...]: prints the model of a class as JSON, for `reweave gen`.
//
// The header is included in a file that exists only in memory and names the class once: so any way of writing the class is
// understood ("spool::LruCache<int, int>", an alias), and an error in that one line means that there is no such class. Always
// prints one object; {"error": "header" | "class" | "incomplete", "message": ..., "classes": [...]} if there is no model.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/Tooling.h"
#include "gen/classes/class_model.h"
#include "gen/classes/templates.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace reweave::gen {
namespace {

constexpr char kInput[] = "reweave_subject.cc";

struct Request {
  std::string header, name;
};

struct Diagnosed {
  std::string header, subject;  // the first error in the header or what it includes; the first in our own line
};

class Diagnostics : public clang::DiagnosticConsumer {
 public:
  explicit Diagnostics(Diagnosed& out) : out_(out) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error) return;
    llvm::SmallString<200> text;
    info.FormatDiagnostic(text);
    std::string where, file;
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const auto position = info.getSourceManager().getPresumedLoc(info.getLocation());
      if (position.isValid()) {
        file = position.getFilename();
        where = file + ":" + std::to_string(position.getLine()) + ": ";
      }
    }
    const bool ours = llvm::StringRef(file).ends_with(kInput);
    std::string& first = ours && text.str().find("file not found") == llvm::StringRef::npos ? out_.subject : out_.header;
    if (first.empty()) first = (ours ? "" : where) + std::string(text.str());
  }

 private:
  Diagnosed& out_;
};

class Action : public clang::SyntaxOnlyAction {
 public:
  Action(const Request& request, const Diagnosed& diagnosed, llvm::json::Object& out)
      : request_(request), diagnosed_(diagnosed), out_(out) {}

 protected:
  void ExecuteAction() override {
    clang::SyntaxOnlyAction::ExecuteAction();
    clang::CompilerInstance& compiler = getCompilerInstance();
    if (!compiler.hasSema() || !diagnosed_.header.empty()) return;
    clang::Sema& sema = compiler.getSema();
    out_["classes"] = ClassesIn(compiler.getASTContext(), request_.header);
    if (!diagnosed_.subject.empty()) return;
    const clang::TypedefNameDecl* alias = nullptr;
    for (const clang::Decl* declaration : compiler.getASTContext().getTranslationUnitDecl()->decls())
      if (const auto* named = llvm::dyn_cast<clang::TypedefNameDecl>(declaration);
          named != nullptr && named->getName() == "reweave_subject")
        alias = named;
    if (alias == nullptr) return;
    clang::RecordDecl* record = alias->getUnderlyingType()->getAsRecordDecl();
    if (record == nullptr) {
      out_["error"] = "class";
      out_["message"] = "it is not a class or struct";
      return;
    }
    Describe(sema, *record);
  }

 private:
  void Describe(clang::Sema& sema, clang::RecordDecl& declared) {
    const clang::QualType type = sema.getASTContext().getRecordType(&declared);
    const bool complete = sema.isCompleteType(declared.getLocation(), type);
    clang::RecordDecl* record = declared.getDefinition() != nullptr ? declared.getDefinition() : &declared;
    auto* definition = complete ? llvm::dyn_cast<clang::CXXRecordDecl>(record) : nullptr;
    if (definition != nullptr) sema.ForceDeclarationOfImplicitMembers(definition);
    const auto written = [](const clang::CXXMethodDecl* method) { return !method->isImplicit(); };
    const bool has_methods =
        definition != nullptr && (llvm::any_of(definition->methods(), written) || definition->getNumBases() > 0);
    llvm::json::Object model = has_methods ? DescribeClass(sema, *definition) : DescribeStruct(sema, *record);
    for (auto& [key, value] : model) out_[key] = std::move(value);
    for (const clang::Decl* declaration : sema.getASTContext().getTranslationUnitDecl()->decls())
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration); function != nullptr && function->isMain())
        out_["has_main"] = true;
  }

  const Request& request_;
  const Diagnosed& diagnosed_;
  llvm::json::Object& out_;
};

llvm::json::Object Read(const Request& request, std::vector<std::string> arguments) {
  Diagnosed diagnosed;
  llvm::json::Object out;
  Diagnostics diagnostics(diagnosed);
  const std::string code = "#include \"" + request.header + "\"\nstruct " + kAnyFunction +
                           " { template <typename... A> bool operator()(A&&...) const { return true; } };\ntypedef " +
                           request.name + " reweave_subject;\n";
  std::vector<std::string> command = {"clang++"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  for (const char* flag :
       {"-fsyntax-only", "-fparse-all-comments", "-fretain-comments-from-system-headers", "-w", "-ferror-limit=20", kInput})
    command.push_back(flag);
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay(
      new llvm::vfs::OverlayFileSystem(llvm::vfs::getRealFileSystem()));
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(new llvm::vfs::InMemoryFileSystem);
  overlay->pushOverlay(memory);
  if (auto directory = overlay->getCurrentWorkingDirectory()) memory->setCurrentWorkingDirectory(*directory);
  memory->addFile(kInput, 0, llvm::MemoryBuffer::getMemBufferCopy(code));
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager(clang::FileSystemOptions(), overlay));
  clang::tooling::ToolInvocation invocation(command, std::make_unique<Action>(request, diagnosed, out), files.get());
  invocation.setDiagnosticConsumer(&diagnostics);
  invocation.run();
  const std::string& message = !diagnosed.header.empty() ? diagnosed.header : diagnosed.subject;
  if (!message.empty()) {
    out["error"] = !diagnosed.header.empty() ? "header" : "class";
    out["message"] = message;
  } else if (out.get("error") == nullptr && out.get("methods") == nullptr) {
    out["error"] = "header";
    out["message"] = "clang does not accept the command line";
  }
  return out;
}

}  // namespace
}  // namespace reweave::gen

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr,
                 "usage: reweave-classes HEADER CLASS [CLANG ARGUMENT...]\n\nPrints the model of a class as JSON. `reweave gen` "
                 "calls it.\n\n"
                 "EXAMPLE\n  reweave-classes include/spool/lru_cache.h 'spool::LruCache<int, int>' -std=c++20 -Iinclude\n");
    return 2;
  }
  const reweave::gen::Request request{argv[1], argv[2]};
  llvm::json::Object model = reweave::gen::Read(request, std::vector<std::string>(argv + 3, argv + argc));
  const bool failed = model.get("error") != nullptr;
  llvm::outs() << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(model)));
  return failed ? 2 : 0;
}
