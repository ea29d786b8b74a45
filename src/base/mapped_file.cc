#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/file.h"

namespace reweave {

Result<MappedFile> MappedFile::Open(const std::string& path, const char* what) {
  const auto fail = [&] { return Fail(ErrorCategory::kUsage, what, path, ErrnoText(errno)); };
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info{};
  if (!file.valid() || fstat(file.get(), &info) != 0) return fail();
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) return MappedFile({});
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (at == MAP_FAILED) return fail();
  return MappedFile({static_cast<const char*>(at), size});
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace reweave
