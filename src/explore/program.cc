#include "explore/program.h"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/coding.h"
#include "base/file.h"

namespace reweave {

namespace {

constexpr std::string_view kWhat = "cannot run";
constexpr std::string_view kRegister = "__reweave_register_module";

std::unexpected<Error> Bad(const std::string& name, std::string why, std::string hint = {}) {
  return Fail(ErrorCategory::kUsage, std::string(kWhat), name, std::move(why), std::move(hint));
}

bool IsFile(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

Result<std::string> FindProgram(const std::string& name) {
  if (name.empty()) return Bad(name, "the name is empty");
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    const std::string candidate = std::string(rest.substr(0, colon)) + "/" + name;
    if (IsFile(candidate) && access(candidate.c_str(), X_OK) == 0) return candidate;
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  return Bad(name, "not found in PATH", IsFile(name) ? "it is in this directory: write ./" + name : "");
}

// Sections of a 64-bit ELF file, bounds checked: a file is input.
class ElfView {
 public:
  explicit ElfView(std::string_view bytes) : bytes_(bytes) {
    if (!Read(0, header_)) return;
    valid_ = std::memcmp(header_.e_ident, ELFMAG, SELFMAG) == 0 && header_.e_ident[EI_CLASS] == ELFCLASS64 &&
             header_.e_machine == EM_X86_64 && (header_.e_type == ET_EXEC || header_.e_type == ET_DYN);
  }
  bool valid() const { return valid_; }

  std::optional<std::string_view> Section(std::string_view name) const {
    for (unsigned i = 0; i < header_.e_shnum; ++i) {
      Elf64_Shdr section;
      if (!Header(i, section) || section.sh_type == SHT_NOBITS) continue;
      if (NameOf(section) == name) return Bytes(section);
    }
    return std::nullopt;
  }

 private:
  template <typename T>
  bool Read(std::uint64_t offset, T& out) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return false;
    std::memcpy(&out, bytes_.data() + offset, sizeof(T));
    return true;
  }
  bool Header(unsigned index, Elf64_Shdr& out) const { return Read(header_.e_shoff + index * sizeof(Elf64_Shdr), out); }
  std::string_view Bytes(const Elf64_Shdr& section) const {
    if (section.sh_offset > bytes_.size()) return {};
    return bytes_.substr(section.sh_offset, section.sh_size);
  }
  std::string_view NameOf(const Elf64_Shdr& section) const {
    Elf64_Shdr names;
    if (!Header(header_.e_shstrndx, names)) return {};
    const auto table = Bytes(names);
    if (section.sh_name >= table.size()) return {};
    return table.substr(section.sh_name, table.find('\0', section.sh_name) - section.sh_name);
  }

  std::string_view bytes_;
  Elf64_Ehdr header_{};
  bool valid_ = false;
};

bool IsInstrumented(const ElfView& elf) {
  if (elf.Section("rw_facts")) return true;
  for (const char* table : {".dynstr", ".strtab"})
    if (const auto names = elf.Section(table); names && names->find(kRegister) != std::string_view::npos) return true;
  return false;
}

std::string BuildKey(const ElfView& elf) {
  XXH64_hash_t hash = 0;
  for (const char* name : {".text", "rw_facts"})
    if (const auto bytes = elf.Section(name)) hash = XXH64(bytes->data(), bytes->size(), hash);
  return ToHex(hash);
}

}  // namespace

Result<Program> InspectProgram(const std::vector<std::string>& command) {
  if (command.empty()) return Fail(ErrorCategory::kUsage, "no program given", {}, {}, "write it after --: -- ./program args");
  const std::string& name = command[0];
  RW_ASSIGN(const std::string path, FindProgram(name));
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return Bad(name, ErrnoText(errno));
  if (!S_ISREG(info.st_mode)) return Bad(name, S_ISDIR(info.st_mode) ? "it is a directory" : "it is not a regular file");
  if (access(path.c_str(), X_OK) != 0) return Bad(name, "it is not executable");
  RW_ASSIGN(const std::string bytes, ReadFile(path, kWhat));
  if (bytes.starts_with("#!")) return Bad(name, "it is a script", "give the instrumented program itself");
  const ElfView elf(bytes);
  if (!elf.valid()) return Bad(name, "it is not an x86-64 ELF program");
  if (!IsInstrumented(elf))
    return Fail(ErrorCategory::kTarget, "cannot explore", name, "it was not built with Reweave's compiler driver",
                "build it with CC=reweave-cc CXX=reweave-c++, or: reweave-c++ -g -pthread x.cc -o x");
  return Program{.path = path, .command = command, .build_key = BuildKey(elf)};
}

}  // namespace reweave
