#include "compiler/pass/source_paths.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace reweave::compiler {
namespace {

llvm::cl::list<std::string> system_dirs("reweave-system-dir", llvm::cl::desc("A directory of system headers"), llvm::cl::Hidden);

bool Under(llvm::StringRef path, llvm::StringRef directory) {
  if (directory.empty()) return false;
  return path.starts_with(directory) &&
         (directory.ends_with("/") || path.size() == directory.size() || path[directory.size()] == '/');
}

std::string Absolute(llvm::StringRef directory, llvm::StringRef name) {
  llvm::SmallString<256> path;
  if (!llvm::sys::path::is_absolute(name)) path = directory;
  llvm::sys::path::append(path, name);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

// "a/b" seen from "a/c/d" is "../../b".
std::string Relative(llvm::StringRef path, llvm::StringRef from) {
  auto p = llvm::sys::path::begin(path), pe = llvm::sys::path::end(path);
  auto f = llvm::sys::path::begin(from), fe = llvm::sys::path::end(from);
  while (p != pe && f != fe && *p == *f) ++p, ++f;
  llvm::SmallString<256> out;
  for (; f != fe; ++f) llvm::sys::path::append(out, "..");
  for (; p != pe; ++p) llvm::sys::path::append(out, *p);
  return std::string(out);
}

}  // namespace

SourcePaths::SourcePaths(const llvm::Module& module) {
  for (const llvm::DICompileUnit* unit : module.debug_compile_units()) {
    compile_dir_ = unit->getDirectory().str();
    if (!unit_path_.empty()) continue;
    unit_path_ = Describe(unit->getDirectory(), unit->getFilename()).path;
    source_top_ = TopLevel(llvm::sys::path::parent_path(Absolute(unit->getDirectory(), unit->getFilename())));
  }
  if (unit_path_.empty()) unit_path_ = module.getSourceFileName();
}

std::string SourcePaths::TopLevel(llvm::StringRef directory) {
  if (directory.empty() || directory == "/") return {};
  auto [entry, fresh] = top_levels_.try_emplace(directory);
  if (!fresh) return entry->second;
  llvm::SmallString<256> marker(directory);
  llvm::sys::path::append(marker, ".git");
  std::string found = llvm::sys::fs::exists(marker) ? directory.str() : TopLevel(llvm::sys::path::parent_path(directory));
  return top_levels_[directory] = found;
}

SourcePaths::FileInfo SourcePaths::Describe(llvm::StringRef directory, llvm::StringRef name) {
  std::string path = Absolute(directory, name);
  if (!llvm::sys::path::is_absolute(path)) return {path, false};
  bool system =
      Under(path, "/usr/include") || Under(path, "/usr/lib") || Under(path, "/usr/local/include") || Under(path, "/usr/lib64");
  for (const auto& dir : system_dirs) system |= Under(path, Absolute(compile_dir_, dir));
  std::string top = TopLevel(llvm::sys::path::parent_path(path));
  std::string project = TopLevel(compile_dir_);
  if (project.empty()) project = compile_dir_;
  bool inside = Under(path, project) && !Under("/usr", project);  // built in /: that is no project
  if (system && !inside) return {path, true};
  if (!top.empty()) return {Relative(path, top), false};
  return {Relative(path, compile_dir_), false};
}

const SourcePaths::FileInfo& SourcePaths::Info(const llvm::DIFile* file) {
  auto [entry, fresh] = files_.try_emplace(file);
  if (fresh && file) {
    FileInfo info = Describe(file->getDirectory(), file->getFilename());
    return files_[file] = info;
  }
  return entry->second;
}

std::string SourcePaths::WithoutPlace(const std::string& text) {
  std::string out = text;
  if (out.find('/') == std::string::npos) return out;
  std::string build_top = TopLevel(compile_dir_);
  if (build_top.empty()) build_top = compile_dir_;
  // Sources may lie in a checkout of their own, inside that of the build or beside it.
  const std::string from_build = source_top_.empty() ? "" : Relative(source_top_, compile_dir_);
  for (const std::string& top : {source_top_, from_build, build_top}) {
    if (top.size() < 2) continue;
    for (std::size_t at = out.find(top); at != std::string::npos; at = out.find(top, at + 1)) out.replace(at, top.size(), ".");
  }
  return out;
}

const llvm::DILocation* SourcePaths::UserFrame(const llvm::DILocation* location) {
  for (; location; location = location->getInlinedAt())
    if (!IsSystem(location->getScope()->getSubprogram())) return location;
  return nullptr;
}

}  // namespace reweave::compiler
