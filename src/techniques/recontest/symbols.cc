#include "techniques/recontest/symbols.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "base/mapped_file.h"
#include "facts/elf_file.h"

namespace reweave::recontest {

Result<Symbols> Symbols::Read(const std::string& path, std::string_view module) {
  RW_ASSIGN(const MappedFile content, MappedFile::Open(path, "cannot read the program"));
  RW_ASSIGN(const ElfFile elf, ElfFile::Parse(content.bytes(), path));
  Symbols out;
  const ElfSection* table = elf.Find(".symtab");
  const ElfSection* names = elf.Find(".strtab");
  if (table == nullptr || names == nullptr) table = elf.Find(".dynsym"), names = elf.Find(".dynstr");
  if (table == nullptr || names == nullptr) return out;
  const std::string_view symbols = elf.Bytes(*table), text = elf.Bytes(*names);
  std::string_view file;
  for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.size(); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, symbols.data() + at, sizeof symbol);
    std::string_view name = symbol.st_name < text.size() ? text.substr(symbol.st_name) : std::string_view();
    name = name.substr(0, name.find('\0'));
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FILE) file = name;
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0 || symbol.st_shndx == SHN_UNDEF) continue;
    std::uint64_t id = NameOf(module);
    if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL) id = NameOf(file.substr(file.rfind('/') + 1), id);
    out.objects_.push_back({symbol.st_value, symbol.st_size, NameOf(name, id)});
  }
  // Aliases: the longest of those that start at one place, and nothing inside another.
  std::ranges::sort(out.objects_, {}, [](const StaticObject& o) { return std::tuple(o.start, ~o.size, o.name); });
  std::uint64_t end = 0;
  std::erase_if(out.objects_, [&end](const StaticObject& o) {
    if (o.start < end) return true;
    end = o.start + o.size;
    return false;
  });
  return out;
}

std::optional<StaticObject> Symbols::At(std::uint64_t address) const {
  auto at = std::ranges::upper_bound(objects_, address, {}, &StaticObject::start);
  if (at == objects_.begin()) return std::nullopt;
  --at;
  if (address - at->start >= at->size) return std::nullopt;
  return *at;
}

}  // namespace reweave::recontest
