#include "compiler/pass/source_text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace reweave::compiler {

llvm::StringRef SourceText::At(const llvm::DILocation& at) {
  const llvm::DIFile* source = at.getFile();
  if (!source || at.getLine() == 0 || at.getColumn() == 0) return {};
  std::unique_ptr<File>& file = files_[source];
  if (!file) {
    file = std::make_unique<File>();
    llvm::SmallString<256> path;
    if (!llvm::sys::path::is_absolute(source->getFilename())) path = source->getDirectory();
    llvm::sys::path::append(path, source->getFilename());
    if (auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true)) {
      file->buffer = std::move(*buffer);
      file->buffer->getBuffer().split(file->lines, '\n');
    }
  }
  if (at.getLine() > file->lines.size()) return {};
  llvm::StringRef line = file->lines[at.getLine() - 1];
  return at.getColumn() <= line.size() ? line.drop_front(at.getColumn() - 1) : llvm::StringRef{};
}

}  // namespace reweave::compiler
