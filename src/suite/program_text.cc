#include "suite/program_text.h"

#include <string_view>

#include "base/mapped_file.h"
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
  RW_ASSIGN(const MappedFile file, MappedFile::Open(program, "cannot read the program"));
  return TextOf(file.bytes(), program);  // of 30 MB, 1 MB are read
}

}  // namespace reweave::inline suite
