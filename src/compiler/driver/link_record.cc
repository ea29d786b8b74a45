#include "compiler/driver/link_record.h"

#include <elf.h>

#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

namespace reweave::compiler {
namespace {

using std::string_view;

template <std::size_t N>
bool Contains(const std::array<string_view, N>& list, string_view word) {
  for (string_view entry : list)
    if (entry == word) return true;
  return false;
}

// Names without dashes. Whether libraries bind anything is seen in the program itself.
constexpr std::array<string_view, 21> kQuietWithValue = {"rpath",
                                                         "rpath-link",
                                                         "o",
                                                         "output",
                                                         "Map",
                                                         "soname",
                                                         "h",
                                                         "m",
                                                         "L",
                                                         "l",
                                                         "library-path",
                                                         "library",
                                                         "plugin",
                                                         "dynamic-linker",
                                                         "I",
                                                         "sysroot",
                                                         "symbol-ordering-file",
                                                         "dependency-file",
                                                         "reproduce",
                                                         "orphan-handling",
                                                         "a"};
constexpr std::array<string_view, 7> kNamesFile = {
    "version-script", "dynamic-list", "script", "T", "just-symbols", "R", "export-dynamic-symbol-list"};
constexpr std::array<string_view, 14> kTakesValue = {"wrap",
                                                     "defsym",
                                                     "u",
                                                     "undefined",
                                                     "z",
                                                     "e",
                                                     "entry",
                                                     "init",
                                                     "fini",
                                                     "y",
                                                     "export-dynamic-symbol",
                                                     "exclude-libs",
                                                     "require-defined",
                                                     "section-start"};
constexpr std::array<string_view, 33> kQuiet = {"gc-sections",
                                                "no-gc-sections",
                                                "as-needed",
                                                "no-as-needed",
                                                "no-undefined",
                                                "start-group",
                                                "end-group",
                                                "(",
                                                ")",
                                                "whole-archive",
                                                "no-whole-archive",
                                                "push-state",
                                                "pop-state",
                                                "start-lib",
                                                "end-lib",
                                                "Bstatic",
                                                "Bdynamic",
                                                "dn",
                                                "dy",
                                                "static",
                                                "eh-frame-hdr",
                                                "no-eh-frame-hdr",
                                                "cref",
                                                "t",
                                                "trace",
                                                "verbose",
                                                "v",
                                                "V",
                                                "s",
                                                "S",
                                                "x",
                                                "X",
                                                "relax"};
constexpr std::array<string_view, 21> kQuietPrefixes = {"O",
                                                        "build-id",
                                                        "hash-style",
                                                        "warn-",
                                                        "no-warn",
                                                        "fatal-warnings",
                                                        "no-fatal-warnings",
                                                        "color-diagnostics",
                                                        "threads",
                                                        "no-threads",
                                                        "thinlto",
                                                        "lto",
                                                        "compress-debug",
                                                        "strip-",
                                                        "print-",
                                                        "enable-new-dtags",
                                                        "disable-new-dtags",
                                                        "no-allow-shlib-undefined",
                                                        "allow-shlib-undefined",
                                                        "no-keep-memory",
                                                        "reduce-memory"};
constexpr std::array<string_view, 20> kQuietKeywords = {"relro",
                                                        "norelro",
                                                        "now",
                                                        "lazy",
                                                        "defs",
                                                        "noexecstack",
                                                        "execstack",
                                                        "separate-code",
                                                        "noseparate-code",
                                                        "separate-loadable-segments",
                                                        "pack-relative-relocs",
                                                        "nopack-relative-relocs",
                                                        "text",
                                                        "notext",
                                                        "combreloc",
                                                        "rodynamic",
                                                        "ibt",
                                                        "shstk",
                                                        "relro-padding",
                                                        "norelro-padding"};

std::string ContentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return "(cannot be read)";
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (std::istreambuf_iterator<char> at(file), end; at != end; ++at)
    hash = (hash ^ static_cast<unsigned char>(*at)) * 0x100000001b3;
  char text[32];
  std::snprintf(text, sizeof text, "(content %016" PRIx64 ")", hash);
  return text;
}

// What the linker is given, word by word, of what a driver is given.
std::vector<std::string> LinkerWords(const std::vector<std::string>& args) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const string_view arg = args[i];
    const bool more = i + 1 < args.size();
    if (arg.starts_with("-Wl,")) {
      string_view rest = arg.substr(4);
      for (;;) {
        const auto comma = rest.find(',');
        out.emplace_back(rest.substr(0, comma));
        if (comma == string_view::npos) break;
        rest.remove_prefix(comma + 1);
      }
    } else if (arg == "-Xlinker" && more) out.push_back(args[++i]);
    else if ((arg == "-u" || arg == "-z" || arg == "-T" || arg == "-e") && more) out.push_back(args[i]), out.push_back(args[++i]);
    else if (arg == "-rdynamic") out.emplace_back("--export-dynamic");
    else if (arg.starts_with("-z") && arg.size() > 2) out.emplace_back("-z"), out.emplace_back(arg.substr(2));
    else if (arg.starts_with("-T") && arg.size() > 2) out.emplace_back("-T"), out.emplace_back(arg.substr(2));
  }
  return out;
}

bool IsQuiet(string_view name, string_view value) {
  if (name == "z")
    return Contains(kQuietKeywords, value) || value.starts_with("max-page-size=") || value.starts_with("common-page-size=");
  if (Contains(kQuiet, name) || Contains(kQuietWithValue, name)) return true;
  for (const string_view prefix : kQuietPrefixes)
    if (name.starts_with(prefix)) return true;
  return name.starts_with("l") && name.find('-') == string_view::npos && name != "library";  // -lname, -Ldirectory
}

}  // namespace

std::vector<std::string> LinkOptions(const std::vector<std::string>& args) {
  const std::vector<std::string> words = LinkerWords(args);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    string_view name = words[i], value;
    if (!name.starts_with('-')) continue;  // a file
    const string_view dashes = name.starts_with("--") ? "--" : "-";
    name.remove_prefix(dashes.size());
    const auto equals = name.find('=');
    if (equals != string_view::npos) value = name.substr(equals + 1), name = name.substr(0, equals);
    else if ((Contains(kQuietWithValue, name) || Contains(kNamesFile, name) || Contains(kTakesValue, name)) &&
             i + 1 < words.size())
      value = words[++i];
    if (IsQuiet(name, value) || name.starts_with('L')) continue;
    std::string text = std::string(name.size() == 1 ? "-" : "--") + std::string(name);
    if (Contains(kNamesFile, name)) text += " " + ContentOf(std::string(value));
    else if (!value.empty()) text += (name.size() == 1 ? " " : "=") + std::string(value);
    out.push_back(std::move(text));
  }
  return out;
}

std::string LinkRecordObject(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string& option : options) text += option + '\0';
  static constexpr char kNames[] = "\0rw_link\0.shstrtab\0.note.GNU-stack";
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64, header.e_ident[EI_DATA] = ELFDATA2LSB, header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL, header.e_machine = EM_X86_64, header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof(Elf64_Ehdr), header.e_shentsize = sizeof(Elf64_Shdr), header.e_shnum = 4, header.e_shstrndx = 2;
  std::array<Elf64_Shdr, 4> sections{};
  const auto section = [&](int number, std::uint32_t name, std::uint32_t type, std::uint64_t offset, std::uint64_t size) {
    Elf64_Shdr& s = sections[static_cast<std::size_t>(number)];
    s.sh_name = name, s.sh_type = type, s.sh_offset = offset, s.sh_size = size, s.sh_addralign = 1;
  };
  section(1, 1, SHT_PROGBITS, sizeof header, text.size());
  section(2, 9, SHT_STRTAB, sizeof header + text.size(), sizeof kNames);
  section(3, 19, SHT_PROGBITS, sizeof header + text.size(), 0);  // without it the linker makes the stack executable
  std::string out(sizeof header, '\0');
  out += text + std::string(kNames, sizeof kNames);
  out.resize((out.size() + 7) / 8 * 8);
  header.e_shoff = out.size();
  std::memcpy(out.data(), &header, sizeof header);
  out.append(reinterpret_cast<const char*>(sections.data()), sizeof sections);
  return out;
}

}  // namespace reweave::compiler
