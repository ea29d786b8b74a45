#include "facts/elf_file.h"

#include <elf.h>

#include <cstring>

namespace reweave::inline facts {
namespace {

template <typename T>
std::optional<T> At(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

std::unexpected<Error> Bad(const std::string& name, std::uint64_t offset, std::string why) {
  return Fail(ErrorCategory::kUsage, "cannot read facts", name + ", byte " + std::to_string(offset), std::move(why));
}

std::string_view NameAt(std::string_view table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

Result<ElfFile> ElfFile::Parse(std::string_view bytes, const std::string& name) {
  auto header = At<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return Bad(name, 0, "not an ELF file");
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB)
    return Bad(name, 4, "not a 64-bit little-endian ELF file");
  if (header->e_type != ET_EXEC && header->e_type != ET_DYN) return Bad(name, 16, "neither an executable nor a shared library");
  if (header->e_shentsize != sizeof(Elf64_Shdr)) return Bad(name, 58, "section headers of an unknown size");
  std::vector<Elf64_Shdr> raw;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    std::uint64_t at = header->e_shoff + i * sizeof(Elf64_Shdr);
    auto section = At<Elf64_Shdr>(bytes, at);
    if (!section) return Bad(name, at, "the file ends within the section headers");
    if (section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL &&
        (section->sh_offset > bytes.size() || bytes.size() - section->sh_offset < section->sh_size))
      return Bad(name, at, "a section reaches beyond the end of the file");
    raw.push_back(*section);
  }
  if (header->e_shstrndx >= raw.size() || raw[header->e_shstrndx].sh_type == SHT_NOBITS) return Bad(name, 62, "no section names");
  const Elf64_Shdr& names = raw[header->e_shstrndx];
  std::string_view table = bytes.substr(names.sh_offset, names.sh_size);
  ElfFile file;
  file.bytes_ = bytes;
  for (const Elf64_Shdr& section : raw)
    file.sections_.push_back({NameAt(table, section.sh_name), section.sh_addr, section.sh_offset, section.sh_size,
                              (section.sh_flags & SHF_ALLOC) != 0, section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL});
  return file;
}

const ElfSection* ElfFile::Find(std::string_view name) const {
  for (const ElfSection& section : sections_)
    if (section.name == name) return &section;
  return nullptr;
}

std::string_view ElfFile::Bytes(const ElfSection& section) const {
  return section.has_bytes ? bytes_.substr(section.offset, section.size) : std::string_view();
}

}  // namespace reweave::inline facts
