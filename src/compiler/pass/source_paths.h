// Where code comes from: project or system header, and paths that do not depend on the checkout's place.
#pragma once

#include <string>

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace reweave::compiler {

// One per module. Paths are relative to the git top level that holds the file, else to the compile directory; system files
// stay absolute. A file is a system file if it lies under a system include directory and not inside the project.
class SourcePaths {
 public:
  explicit SourcePaths(const llvm::Module& module);

  bool IsSystem(const llvm::DIFile* file) { return Info(file).system; }
  bool IsSystem(const llvm::DISubprogram* function) { return function && IsSystem(function->getFile()); }
  const std::string& Path(const llvm::DIFile* file) { return Info(file).path; }
  // The module's main file.
  const std::string& unit_path() const { return unit_path_; }

  // A text that may name the checkout's place, without it.
  std::string WithoutPlace(const std::string& text);

  // The frame that people look at: the innermost one outside of system headers, or null if all are inside.
  const llvm::DILocation* UserFrame(const llvm::DILocation* location);

 private:
  struct FileInfo {
    std::string path;
    bool system = false;
  };
  const FileInfo& Info(const llvm::DIFile* file);
  FileInfo Describe(llvm::StringRef directory, llvm::StringRef name);
  std::string TopLevel(llvm::StringRef directory);

  std::string compile_dir_, source_top_;
  std::string unit_path_;
  llvm::DenseMap<const llvm::DIFile*, FileInfo> files_;
  llvm::StringMap<std::string> top_levels_;
};

}  // namespace reweave::compiler
