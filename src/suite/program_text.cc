#include "suite/program_text.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <string_view>

#include "base/file.h"
#include "facts/elf_file.h"
#include "facts/format.h"

namespace reweave::inline suite {

namespace {

bool MayName(const facts::ElfSection& section) {
  if (!section.has_bytes || section.name == ".text" || section.name == facts::kFactsSection) return false;
  return section.allocated || section.name == ".strtab";
}

std::string TextOf(std::string_view bytes, const std::string& program) {
  const auto file = facts::ElfFile::Parse(bytes, program);
  if (!file) return std::string(bytes);
  std::string out;
  // A zero byte between them: no name begins in one section and ends in the next.
  for (const facts::ElfSection& section : file->sections())
    if (MayName(section)) out.append(file->Bytes(section)) += '\0';
  return out;
}

}  // namespace

Result<std::string> ProgramText(const std::string& program) {
  const auto fail = [&] { return Fail(ErrorCategory::kUsage, "cannot read the program", program, ErrnoText(errno)); };
  const Fd file(open(program.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info{};
  if (!file.valid() || fstat(file.get(), &info) != 0) return fail();
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) return std::string();
  // A program of 30 MB has 1 MB of it, which alone is read.
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (at == MAP_FAILED) return fail();
  std::string out = TextOf({static_cast<const char*>(at), size}, program);
  munmap(at, size);
  return out;
}

}  // namespace reweave::inline suite
