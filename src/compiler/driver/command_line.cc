#include "compiler/driver/command_line.h"

#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

namespace reweave::compiler {
namespace {

using std::string_view;

// Options whose value is the next argument: it must not be taken for an input file.
constexpr std::array<string_view, 48> kTakesValue = {"-o",
                                                     "-x",
                                                     "-I",
                                                     "-L",
                                                     "-l",
                                                     "-D",
                                                     "-U",
                                                     "-F",
                                                     "-u",
                                                     "-z",
                                                     "-T",
                                                     "-e",
                                                     "-h",
                                                     "-MF",
                                                     "-MT",
                                                     "-MQ",
                                                     "-MJ",
                                                     "-include",
                                                     "-imacros",
                                                     "-isystem",
                                                     "-iquote",
                                                     "-idirafter",
                                                     "-iprefix",
                                                     "-iwithprefix",
                                                     "-iwithprefixbefore",
                                                     "-isysroot",
                                                     "-Xlinker",
                                                     "-Xclang",
                                                     "-Xpreprocessor",
                                                     "-Xassembler",
                                                     "-Xanalyzer",
                                                     "-mllvm",
                                                     "-arch",
                                                     "-target",
                                                     "--target",
                                                     "--sysroot",
                                                     "-gcc-toolchain",
                                                     "-resource-dir",
                                                     "-rpath",
                                                     "-soname",
                                                     "-install_name",
                                                     "-framework",
                                                     "--param",
                                                     "-B",
                                                     "-include-pch",
                                                     "-ivfsoverlay",
                                                     "-working-directory",
                                                     "--serialize-diagnostics"};

constexpr std::array<string_view, 10> kStopsBeforeLink = {
    "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--analyze", "-emit-ast", "--precompile", "-emit-llvm-bc"};
constexpr std::array<string_view, 8> kOnlyAsks = {"--version", "-dumpversion", "-dumpmachine",  "-dumpspecs",
                                                  "--help",    "-help",        "--help-hidden", "-print-resource-dir"};
constexpr std::array<string_view, 7> kNoRuntime = {"-shared",       "--shared", "-r",    "-nostdlib",
                                                   "-nostartfiles", "-nolibc",  "-Wl,-r"};

template <std::size_t N>
bool Contains(const std::array<string_view, N>& list, string_view word) {
  for (string_view entry : list)
    if (entry == word) return true;
  return false;
}

bool IsSource(string_view input) {
  if (input == "-") return true;
  auto dot = input.rfind('.');
  if (dot == string_view::npos) return false;
  constexpr std::array<string_view, 24> kExtensions = {"c",   "cc",  "cp",   "cpp", "cxx", "c++", "C",  "CC",
                                                       "CPP", "CXX", "C++",  "i",   "ii",  "m",   "mm", "cppm",
                                                       "ixx", "ccm", "cxxm", "ll",  "bc",  "h",   "hh", "hpp"};
  return Contains(kExtensions, input.substr(dot + 1));
}

bool IsHeader(string_view input) {
  auto dot = input.rfind('.');
  constexpr std::array<string_view, 8> kExtensions = {"h", "H", "hh", "hp", "hpp", "hxx", "h++", "HPP"};
  return dot != string_view::npos && Contains(kExtensions, input.substr(dot + 1));
}

// Splits a response file as GNU and clang do: blanks separate, quotes group, a backslash escapes.
std::vector<std::string> SplitResponse(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size() && quote != '\'') {
      word += text[++i];
      open = true;
      continue;
    }
    if (quote) {
      if (c == quote) quote = 0;
      else word += c;
      continue;
    }
    if (c == '"' || c == '\'') {
      quote = c;
      open = true;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (open) words.push_back(word);
      word.clear();
      open = false;
      continue;
    }
    word += c;
    open = true;
  }
  if (open) words.push_back(word);
  return words;
}

void Expand(const std::vector<std::string>& args, int depth, std::vector<std::string>& out) {
  for (const auto& arg : args) {
    if (arg.size() > 1 && arg[0] == '@' && depth < 8) {
      std::ifstream file(arg.substr(1), std::ios::binary);
      if (file) {
        std::string text((std::istreambuf_iterator<char>(file)), {});
        Expand(SplitResponse(text), depth + 1, out);
        continue;
      }
    }
    out.push_back(arg);
  }
}

std::string Refusal(string_view flag, string_view advice) {
  return std::string(flag) + " is not supported: " + std::string(advice);
}

// The reason why one option can never work here, or nothing.
std::string Refuse(string_view arg) {
  if (arg == "-static" || arg == "--static" || arg == "-static-pie")
    return Refusal(arg, "the runtime must take the place of libc's functions at load time; link dynamically "
                        "(-static-libstdc++ and -static-libgcc are fine)");
  if (arg.starts_with("-fsanitize=") && arg != "-fsanitize=")
    return Refusal(arg, "a sanitizer's runtime takes the same functions over; build a separate tree for it without reweave");
  if (arg == "-m32" || arg == "-mx32") return Refusal(arg, "only 64-bit targets can be explored; drop it");
  return {};
}

// "-g", "-g2", "-ggdb3", "-gdwarf-5": full. "-g0", "-g1", "-gline-tables-only", "-gmlt": not.
void NoteDebug(string_view arg, bool& full) {
  if (!arg.starts_with("-g") || arg.starts_with("-gcc-toolchain")) return;
  if (arg == "-g0" || arg == "-ggdb0" || arg == "-g1" || arg == "-ggdb1" || arg == "-gmlt" || arg == "-gline-tables-only" ||
      arg == "-gline-directives-only")
    full = false;
  else if (arg == "-g" || arg == "-g2" || arg == "-g3" || arg.starts_with("-ggdb") || arg.starts_with("-gdwarf")) full = true;
}

// Language and macros, and how code is generated; not where files are, what is warned of, -O and -g: facts do not depend on them.
bool IsRecorded(string_view arg) {
  for (string_view quiet :
       {"-fdiagnostics", "-fno-diagnostics", "-fcolor",       "-fno-color", "-fmacro-prefix-map", "-fdebug",
        "-ffile-",       "-fplugin",         "-fpass-plugin", "-fuse-ld",   "-ferror-limit",      "-fmessage-length",
        "-fmodule",      "-fprebuilt",       "-ftime-",       "-fansi",     "-fstandalone-debug", "-fcaret",
        "-fshow",        "-fno-show",        "-fsyntax"})
    if (arg.starts_with(quiet)) return false;
  for (string_view kind : {"-D", "-U", "-f", "-m", "-std=", "--std=", "-stdlib=", "--target="})
    if (arg.starts_with(kind) && arg.size() > kind.size()) return true;
  return arg == "-ansi";
}

}  // namespace

std::vector<std::string> WithResponseFiles(const std::vector<std::string>& raw) {
  std::vector<std::string> args;
  Expand(raw, 0, args);
  return args;
}

std::vector<std::string> WithoutSanitizers(const std::vector<std::string>& raw) {
  std::vector<std::string> args = WithResponseFiles(raw);
  std::erase_if(args, [](string_view arg) { return arg.starts_with("-fsanitize") || arg.starts_with("-fno-sanitize"); });
  return args;
}

std::expected<CommandSummary, std::string> Summarise(const std::vector<std::string>& raw) {
  std::vector<std::string> args;
  Expand(raw, 0, args);
  CommandSummary summary;
  bool inputs = false, stops = false, asks = false, no_runtime = false, lto = false, lld = false;
  string_view language = "none";
  for (std::size_t i = 0; i < args.size(); ++i) {
    string_view arg = args[i];
    if (std::string reason = Refuse(arg); !reason.empty()) return std::unexpected(reason);
    if (Contains(kStopsBeforeLink, arg)) stops = true;
    if (Contains(kOnlyAsks, arg) || arg.starts_with("-print-") || arg.starts_with("--print-")) asks = true;
    if (Contains(kNoRuntime, arg)) no_runtime = true;
    if (arg == "-r" || arg == "-Wl,-r") summary.relocatable = true;
    if (arg == "-flto" || arg.starts_with("-flto=")) lto = true;
    if (arg == "-fno-lto") lto = false;
    if (arg.starts_with("-fuse-ld=")) lld = arg.find("lld") != string_view::npos;
    if (arg.size() >= 2 && arg.starts_with("-O")) summary.optimises = arg != "-O0";
    NoteDebug(arg, summary.full_debug);
    if (Contains(kTakesValue, arg) && i + 1 < args.size()) {
      string_view value = args[++i];
      if (arg == "-D" || arg == "-U") summary.recorded.push_back(std::string(arg) + std::string(value));
      if (arg == "-target" || arg == "--target") summary.recorded.push_back("--target=" + std::string(value));
      if (arg == "-x") language = value;
      if (arg == "-isystem" || arg == "-idirafter") summary.system_dirs.emplace_back(value);
      if (arg == "-l") inputs = true;
      continue;
    }
    if (arg.starts_with("-x") && arg.size() > 2) language = arg.substr(2);
    if (arg.starts_with("-isystem")) summary.system_dirs.emplace_back(arg.substr(8));
    if (arg.starts_with("-l")) inputs = true;
    if (IsRecorded(arg)) summary.recorded.emplace_back(arg);
    if (arg != "-" && arg.starts_with("-")) continue;
    inputs = true;
    bool assembler = language.starts_with("assembler");
    if (language == "none" ? IsHeader(arg) : language.ends_with("-header")) stops = true;  // a precompiled header
    if (language == "none" ? IsSource(arg) : !assembler) summary.compiles = true;
  }
  summary.links = inputs && !stops && !asks;
  summary.wants_runtime = summary.links && !no_runtime;
  if (summary.links && lto && !lld)
    return std::unexpected(
        Refusal("-flto without -fuse-ld=lld", "only lld of the same LLVM reads these objects; add -fuse-ld=lld"));
  return summary;
}

std::vector<std::string> ClangArguments(const std::vector<std::string>& args, const CommandSummary& summary,
                                        const DriverPaths& paths) {
  std::vector<std::string> out = args;
  auto add = [&](auto... words) { (out.emplace_back(words), ...); };
  if (!summary.compiles && !summary.links) return out;
  // Whatever a mode has no use for (the pass when only linking, ...) is not worth a warning.
  add("--start-no-unused-arguments");
  if (summary.compiles) {
    add("-fplugin=" + paths.pass, "-fpass-plugin=" + paths.pass, "-fcf-protection=none", "-fstandalone-debug");
    if (!paths.include.empty()) add("-idirafter", paths.include);
    if (!paths.bin.empty()) add("-D__REWEAVE_BIN_DIR__=\"" + paths.bin + "\"");  // for reweave/test.h
    if (!summary.full_debug) add("-g");
    if (!summary.optimises) add("-O1", "-Xclang", "-mllvm", "-Xclang", "-reweave-skip-optimiser");
    // Code with hooks consists of many small blocks. Choosing instructions for each of them, and following variables of the debug
    // information through them, took half of the time of a compilation. Every hook also names an address: taken out of a loop, a
    // thousand of them want a register through all of it, and the register allocator takes minutes for what it then spills.
    add("-Xclang", "-mllvm", "-Xclang", "-fast-isel", "-Xclang", "-mllvm", "-Xclang", "-disable-machine-licm", "-Xclang",
        "-mllvm", "-Xclang", "-experimental-debug-variable-locations=false", "-Xclang",
        "-fexperimental-assignment-tracking=disabled");
    for (const auto& option : summary.recorded) add("-Xclang", "-mllvm", "-Xclang", "-reweave-option=" + option);
    for (const auto& dir : summary.system_dirs) add("-Xclang", "-mllvm", "-Xclang", "-reweave-system-dir=" + dir);
  }
  if (summary.links) add("-pthread", "-Xlinker", "-z", "-Xlinker", "now");
  if (summary.wants_runtime)
    add("-Xlinker", "--whole-archive", "-Xlinker", paths.runtime, "-Xlinker", "--no-whole-archive", "-Xlinker",
        "--export-dynamic-symbol-list=" + paths.exports, "-ldl");
  add("--end-no-unused-arguments");
  return out;
}

}  // namespace reweave::compiler
