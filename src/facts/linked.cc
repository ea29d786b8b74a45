#include "facts/linked.h"

#include <elf.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace reweave::inline facts {

namespace {

template <typename T>
std::vector<T> Table(const ElfFile& file, std::string_view section) {
  const ElfSection* found = file.Find(section);
  if (found == nullptr) return {};
  const std::string_view bytes = file.Bytes(*found);
  std::vector<T> out(bytes.size() / sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
  return out;
}

std::string_view TextAt(std::string_view table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

std::string_view Strings(const ElfFile& file, std::string_view section) {
  const ElfSection* found = file.Find(section);
  return found == nullptr ? std::string_view() : file.Bytes(*found);
}

// Of a symbol or a section. The runtime keeps its code in sections of its own.
bool IsRuntime(std::string_view name) {
  return name.find("7reweave2rt") != std::string_view::npos || name.starts_with("__reweave") || name.starts_with("rw_") ||
         name.starts_with("reweave_") || name.starts_with(".reweave");
}

// Where functions and variables of a program are; not the tables of the compiler and the linker.
bool HoldsSymbols(std::string_view section) {
  for (const std::string_view prefix : {".text", ".data", ".rodata", ".bss", ".lrodata", ".ldata", ".lbss"})
    if (section.starts_with(prefix)) return true;
  return !section.empty() && section.front() != '.' && !IsRuntime(section);
}

// What compilers, linkers and start files make: it differs with options that change nothing else, or has facts under other names.
bool IsMade(std::string_view name) {
  for (const std::string_view prefix :
       {"_ZT", "_ZGV", "_ZGR", "_GLOBAL__", "__cxx_global", "__clang_", "__start_", "__stop_", "DW.ref", "__ctor", "__dtor"})
    if (name.starts_with(prefix)) return true;
  for (const std::string_view one : {"_start",
                                     "_init",
                                     "_fini",
                                     "_end",
                                     "__end__",
                                     "_edata",
                                     "edata",
                                     "end",
                                     "etext",
                                     "_etext",
                                     "__bss_start",
                                     "_DYNAMIC",
                                     "__dso_handle",
                                     "data_start",
                                     "__data_start",
                                     "__abi_tag",
                                     "_IO_stdin_used",
                                     "_GLOBAL_OFFSET_TABLE_",
                                     "__ehdr_start",
                                     "__GNU_EH_FRAME_HDR",
                                     "__executable_start",
                                     "frame_dummy",
                                     "__do_global_dtors_aux",
                                     "register_tm_clones",
                                     "deregister_tm_clones",
                                     "_dl_relocate_static_pie"})
    if (name == one) return true;
  return name.find('.') != std::string_view::npos;
}

struct Symbol {
  std::string_view name;
  std::uint64_t address, size;
  unsigned type, section;
};

class Linked {
 public:
  explicit Linked(const ElfFile& file) : file_(file) {
    const std::string_view names = Strings(file, ".strtab");
    for (const Elf64_Sym& raw : Table<Elf64_Sym>(file, ".symtab")) {
      const unsigned type = ELF64_ST_TYPE(raw.st_info);
      if (raw.st_shndx == SHN_UNDEF || raw.st_shndx >= file.sections().size()) continue;
      if (type != STT_FUNC && type != STT_OBJECT && !(type == STT_NOTYPE && ELF64_ST_BIND(raw.st_info) != STB_LOCAL)) continue;
      if (!file.sections()[raw.st_shndx].allocated) continue;
      symbols_.push_back({TextAt(names, raw.st_name), raw.st_value, raw.st_size, type, raw.st_shndx});
    }
    std::ranges::sort(symbols_, {}, [](const Symbol& s) { return std::pair(s.address, s.name); });
    Relocations();
    Plt();
  }

  std::vector<std::string> Libraries() const {
    std::vector<std::string> out;
    const std::string_view names = Strings(file_, ".dynstr");
    for (const Elf64_Dyn& entry : Table<Elf64_Dyn>(file_, ".dynamic"))
      if (entry.d_tag == DT_NEEDED) out.emplace_back(TextAt(names, entry.d_un.d_val));
    return out;
  }

  std::vector<std::string> Options() const {
    std::vector<std::string> out;
    for (std::string_view rest = Strings(file_, kLinkSection); !rest.empty();) {
      const std::string_view one = rest.substr(0, rest.find('\0'));
      if (!one.empty()) out.emplace_back(one);
      rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    }
    return out;
  }

  void Bare(const std::function<bool(std::string_view)>& known, LinkedFacts& out) const {
    std::set<std::uint64_t> by_another_name;
    for (const Symbol& symbol : symbols_)
      if (known(symbol.name)) by_another_name.insert(symbol.address);
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      const Symbol& symbol = symbols_[i];
      const std::string_view section = file_.sections()[symbol.section].name;
      const bool runtime = IsRuntime(symbol.name) || IsRuntime(section);
      if (!runtime && !HoldsSymbols(section)) continue;
      // Facts name variables of C++ as people do.
      const bool declared = symbol.type == STT_OBJECT && symbol.name.starts_with("_Z");
      if (symbol.name.empty()) continue;
      if (!runtime && (declared || IsMade(symbol.name) || by_another_name.contains(symbol.address))) continue;
      if (runtime) {
        // Sizes tell versions apart well enough, and the code of the runtime is large.
        if (symbol.type == STT_FUNC) out.runtime += XXH3_64bits(symbol.name.data(), symbol.name.size()) * (symbol.size + 1);
        continue;
      }
      const std::string text = Content(i);
      out.bare[std::string(symbol.name)].insert(XXH3_64bits(text.data(), text.size()));
    }
    Collected(out);
  }

 private:
  // Sections whose name is one of C's: programs find their beginning and end by `__start_NAME` and walk through them.
  void Collected(LinkedFacts& out) const {
    for (const ElfSection& section : file_.sections()) {
      const bool named =
          !section.name.empty() && std::ranges::all_of(section.name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
      if (!named || !section.allocated || IsRuntime(section.name)) continue;
      const std::string text = Data(file_.Bytes(section), section.address);
      out.bare[fmt::format("section {}", section.name)].insert(XXH3_64bits(text.data(), text.size()));
    }
  }
  void Relocations() {
    const std::string_view names = Strings(file_, ".dynstr");
    const auto dynamic = Table<Elf64_Sym>(file_, ".dynsym");
    for (const char* section : {".rela.dyn", ".rela.plt"})
      for (const Elf64_Rela& rela : Table<Elf64_Rela>(file_, section)) {
        const std::uint64_t symbol = ELF64_R_SYM(rela.r_info);
        if (ELF64_R_TYPE(rela.r_info) == R_X86_64_RELATIVE)
          slots_[rela.r_offset] = Name(static_cast<std::uint64_t>(rela.r_addend));
        if (symbol != 0 && symbol < dynamic.size())
          slots_[rela.r_offset] = fmt::format("{}+{}", TextAt(names, dynamic[symbol].st_name), rela.r_addend);
      }
  }

  // An entry jumps through a slot: ff 25, then the distance.
  void Plt() {
    for (const ElfSection& section : file_.sections()) {
      if (!section.name.starts_with(".plt")) continue;
      const std::string_view bytes = file_.Bytes(section);
      for (std::uint64_t at = 0; at + 6 <= bytes.size(); ++at) {
        if (bytes[at] != '\xff' || bytes[at + 1] != '\x25') continue;
        const auto slot = slots_.find(section.address + at + 6 + Distance(bytes, at + 2));
        // In front of it may be endbr64, and a prefix.
        for (const std::uint64_t before : {0, 4, 5})
          if (slot != slots_.end() && at >= before) stubs_.try_emplace(section.address + at - before, slot->second);
      }
    }
  }

  static std::uint64_t Distance(std::string_view bytes, std::uint64_t at) {
    std::int32_t value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }

  // The first of the symbols that hold the address; "" if there is none.
  std::string Name(std::uint64_t address) const {
    auto at = std::ranges::upper_bound(symbols_, address, {}, &Symbol::address);
    for (int steps = 0; at != symbols_.begin() && steps < 64; ++steps) {
      --at;
      if (address == at->address || address - at->address < at->size) {
        while (at != symbols_.begin() && std::prev(at)->address == at->address) --at;
        return fmt::format("{}+{}", at->name, address - at->address);
      }
    }
    return "";
  }

  // What a call, a jump or an operand of the form `name(%rip)` ends with at `at`; "" if it is none, or leads into the middle of
  // something. Nobody knows where instructions begin: what the bytes in front leave in doubt does not count.
  std::string Reference(std::string_view bytes, std::uint64_t at, std::uint64_t address) const {
    const auto byte = [&](std::uint64_t back) { return at < back ? 0U : static_cast<unsigned char>(bytes[at - back]); };
    const bool jump = (byte(1) == 0xe8 || byte(1) == 0xe9) && !TakesRegisters(byte(2));
    const bool loads = byte(2) == 0x8d || byte(2) == 0x8b || byte(2) == 0x89 || byte(2) == 0x3b;  // lea, mov, cmp of eight bytes
    if (!jump && !(loads && (byte(1) & 0xc7) == 0x05 && (byte(3) & 0xf8) == 0x48)) return "";
    const std::uint64_t target = address + at + 4 + Distance(bytes, at);
    if (const auto stub = stubs_.find(target); stub != stubs_.end()) return stub->second;
    if (const auto slot = slots_.find(target); slot != slots_.end()) return slot->second;
    const std::string name = Name(target);
    return name.ends_with("+0") ? name : "";
  }
  // An opcode behind which e8 and e9 are two registers.
  static bool TakesRegisters(unsigned opcode) {
    return (opcode < 0x40 && (opcode & 7) < 4) || (opcode >= 0x80 && opcode <= 0x8b) || opcode == 0x63 || opcode == 0xc0 ||
           opcode == 0xc1 || (opcode >= 0xd0 && opcode <= 0xd3) || opcode == 0xf6 || opcode == 0xf7 || opcode == 0xfe ||
           opcode == 0xff;
  }

  std::string Content(std::size_t index) const {
    const Symbol& symbol = symbols_[index];
    const ElfSection& section = file_.sections()[symbol.section];
    std::uint64_t size = symbol.size;
    const bool guessed = size == 0;
    if (guessed) {  // assembler that does not say it
      std::uint64_t end = section.address + section.size;
      for (std::size_t i = index + 1; i < symbols_.size(); ++i)
        if (symbols_[i].address > symbol.address) {
          end = std::min(end, symbols_[i].address);
          break;
        }
      size = end > symbol.address ? end - symbol.address : 0;
    }
    const std::string_view all = file_.Bytes(section);
    const std::uint64_t offset = symbol.address - section.address;
    if (symbol.address < section.address || offset > all.size() || all.size() - offset < size)
      return fmt::format("{} zeros", size);
    std::string_view bytes = all.substr(offset, size);
    if (symbol.type == STT_OBJECT) return Data(bytes, symbol.address);
    // Padding in front of the next function.
    while (guessed && !bytes.empty() && (bytes.back() == '\x90' || bytes.back() == '\xcc')) bytes.remove_suffix(1);
    return Code(bytes, symbol.address);
  }

  std::string Data(std::string_view bytes, std::uint64_t address) const {
    std::string out;
    for (std::uint64_t at = 0; at < bytes.size();) {
      const auto slot = slots_.find(address + at);
      // A program at a fixed address holds pointers as they are.
      const bool pointer = !relative_ && (address + at) % 8 == 0 && at + 8 <= bytes.size() && IsPlace(Word(bytes, at));
      if (slot == slots_.end() && !pointer) {
        out += bytes[at++];
        continue;
      }
      out += pointer ? Name(Word(bytes, at)) : slot->second;
      at += 8;
    }
    return out;
  }
  static std::uint64_t Word(std::string_view bytes, std::uint64_t at) {
    std::uint64_t value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }
  bool IsPlace(std::uint64_t address) const {
    return std::ranges::any_of(file_.sections(), [&](const ElfSection& section) {
      return section.allocated && address >= section.address && address - section.address < section.size;
    });
  }

  // How long it is, and what it names, one after the other. Its other bytes move with everything around it.
  std::string Code(std::string_view bytes, std::uint64_t address) const {
    std::string out = fmt::format("{}", bytes.size());
    for (std::uint64_t at = 1; at + 4 <= bytes.size(); ++at)
      if (const std::string name = Reference(bytes, at, address); !name.empty()) out += ' ' + name;
    return out;
  }

  const ElfFile& file_;
  std::vector<Symbol> symbols_;  // by address
  std::map<std::uint64_t, std::string> slots_;  // that the dynamic linker fills: with what
  bool relative_ = false;  // the program lies anywhere
  std::map<std::uint64_t, std::string> stubs_;  // entries of the procedure linkage table
};

}  // namespace

LinkedFacts ReadLinked(const ElfFile& file, const std::function<bool(std::string_view)>& known) {
  const Linked linked(file);
  LinkedFacts out;
  out.options = linked.Options();
  out.libraries = linked.Libraries();
  linked.Bare(known, out);
  return out;
}

}  // namespace reweave::inline facts
