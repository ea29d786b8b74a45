#include "gen/read_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "suite/native_run.h"

namespace reweave::gen {

namespace fs = std::filesystem;

namespace {

// Words of a command line as a shell splits them.
std::vector<std::string> SplitCommand(const std::string& command) {
  std::vector<std::string> out;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote != 0 && c == quote) quote = 0;
    else if (quote == 0 && (c == '"' || c == '\'')) quote = c, inside = true;
    else if (c == '\\' && quote != '\'' && i + 1 < command.size()) word += command[++i], inside = true;
    else if (quote == 0 && (c == ' ' || c == '\t')) {
      if (inside || !word.empty()) out.push_back(std::exchange(word, {}));
      inside = false;
    } else word += c;
  }
  if (inside || !word.empty()) out.push_back(word);
  return out;
}

bool TakesWord(const std::string& flag) { return flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ"; }

// Warnings do not fail a wrapper, and sanitizers do not go with the engine.
bool IsDropped(const std::string& flag) {
  return flag == "-c" || flag.starts_with("-M") || flag == "-Werror" || flag.starts_with("-Werror=") ||
         flag.starts_with("-fsanitize") || flag.starts_with("-flto") || flag == "-pedantic-errors";
}

struct Entry {
  std::string directory, file;
  std::vector<std::string> words;
};

std::string FindDatabase(const std::string& given) {
  std::error_code ignored;
  if (!given.empty()) {
    for (const fs::path& at : {fs::path(given), fs::path(given) / "compile_commands.json"})
      if (fs::is_regular_file(at, ignored)) return at.string();
    return "";
  }
  std::vector<fs::path> places = {"compile_commands.json"};
  for (const auto& entry : fs::directory_iterator(".", ignored))
    if (entry.is_directory(ignored)) places.push_back(entry.path() / "compile_commands.json");
  std::sort(places.begin() + 1, places.end());
  for (const fs::path& at : places)
    if (fs::is_regular_file(at, ignored)) return at.string();
  return "";
}

Result<std::vector<Entry>> ReadDatabase(const std::string& given) {
  const std::string hint =
      "configure with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON and pass -p BUILD, or put the flags after --: reweave gen ... -- "
      "-std=c++20 -Iinclude";
  const std::string path = FindDatabase(given);
  if (path.empty())
    return Fail(ErrorCategory::kUsage, "no compile database", given.empty() ? "." : given, "there is no compile_commands.json",
                hint);
  RW_ASSIGN(const std::string text, ReadFile(path, "cannot read compile database"));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) return Fail(ErrorCategory::kUsage, "damaged compile database", path, "it is not a JSON list", hint);
  std::vector<Entry> out;
  for (const auto& entry : json) {
    if (!entry.is_object()) continue;
    Entry one{entry.value("directory", "."), entry.value("file", ""), {}};
    if (entry.contains("arguments")) one.words = entry.value("arguments", std::vector<std::string>());
    else one.words = SplitCommand(entry.value("command", ""));
    std::error_code ignored;
    one.file = fs::weakly_canonical(fs::path(one.directory) / one.file, ignored).string();
    if (!one.words.empty()) out.push_back(std::move(one));
  }
  if (out.empty()) return Fail(ErrorCategory::kUsage, "empty compile database", path, "it lists no command", hint);
  return out;
}

std::size_t CommonParts(const fs::path& a, const fs::path& b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(std::distance(a.begin(), x));
}

CompileFlags FlagsOf(const Entry& entry) {
  CompileFlags out;
  out.directory = entry.directory;
  out.source = entry.file;
  out.is_c = entry.file.ends_with(".c");
  std::size_t first = 1;
  while (first < entry.words.size() && !entry.words[first].starts_with("-") && !entry.words[first].ends_with(".c") &&
         entry.words[first].find('.') == std::string::npos)
    ++first;  // after a launcher (ccache) comes the compiler
  for (std::size_t i = first; i < entry.words.size(); ++i) {
    const std::string& word = entry.words[i];
    if (TakesWord(word)) ++i;
    else if (!IsDropped(word) && fs::path(entry.directory) / word != fs::path(entry.file) && !entry.file.ends_with("/" + word))
      out.flags.push_back(word);
  }
  std::erase_if(out.flags, [&](const std::string& word) { return word == entry.file; });
  return out;
}

bool IsCxxStandardBelow17(const std::string& flag) {
  static const std::set<std::string> old = {"98", "03", "0x", "11", "14", "1y"};
  if (!flag.starts_with("-std=")) return false;
  const auto at = flag.find("++");
  return at == std::string::npos || old.contains(flag.substr(at + 2));
}

}  // namespace

Result<CompileFlags> FlagsFromDatabase(const std::string& database, const std::string& header) {
  RW_ASSIGN(const std::vector<Entry> entries, ReadDatabase(database));
  std::error_code ignored;
  const fs::path at = fs::weakly_canonical(header, ignored);
  const Entry* best = nullptr;
  std::size_t best_score = 0;
  for (const Entry& entry : entries) {
    const fs::path file(entry.file);
    const std::size_t score = 1 + CommonParts(file, at) + (file.stem() == at.stem() ? 1000 : 0);
    if (score > best_score) best = &entry, best_score = score;
  }
  CompileFlags out = FlagsOf(*best);
  for (const Entry& entry : entries) out.sources.push_back(entry.file);
  return out;
}

Result<CompileFlags> FlagsOfSource(const std::string& database, const std::string& source) {
  RW_ASSIGN(const std::vector<Entry> entries, ReadDatabase(database));
  for (const Entry& entry : entries)
    if (entry.file == source) return FlagsOf(entry);
  return Fail(ErrorCategory::kUsage, "no command for a source in the compile database", source);
}

std::vector<std::string> AtLeastCxx17(std::vector<std::string> flags) {
  const bool named = std::ranges::any_of(flags, [](const std::string& flag) { return flag.starts_with("-std="); });
  std::erase_if(flags, IsCxxStandardBelow17);
  const bool kept = std::ranges::any_of(flags, [](const std::string& flag) { return flag.starts_with("-std="); });
  if (!named || !kept) flags.insert(flags.begin(), "-std=gnu++17");
  return flags;
}

namespace {

// reweave-classes once; `before`: headers that are included first.
Result<ClassModel> Ask(const std::string& tools, const std::string& header, const std::string& name, const CompileFlags& flags,
                       const std::vector<std::string>& before) {
  std::vector<std::string> command = {tools + "/reweave-classes", header, name};
  const std::vector<std::string> all = AtLeastCxx17(flags.flags);
  command.insert(command.end(), all.begin(), all.end());
  for (const std::string& one : before) command.insert(command.end(), {"-include", one});
  RW_ASSIGN(const NativeRun run, RunNatively(CommandSpec(command, flags.directory),
                                             RunLimits{.timeout = std::chrono::minutes(10), .output = 64u << 20}));
  if (run.end != NativeRun::End::kExited || run.status > 2)
    return Fail(ErrorCategory::kInternal, "reweave-classes failed", header, DescribeEnd(run), run.output.substr(0, 500));
  const auto begin = run.output.find('{');
  RW_ASSIGN(ClassModel out,
            ParseClassModel(std::string_view(run.output).substr(begin == std::string::npos ? 0 : begin), header, name));
  out.prelude = before;
  return out;
}

}  // namespace

Result<ClassModel> ReadClass(const std::string& tools, const std::string& header, const std::string& name,
                             const CompileFlags& flags) {
  auto alone = Ask(tools, header, name, flags, {});
  if (alone || alone.error().what() != kHeaderDoesNotCompile) return alone;
  // Some headers count on others before them.
  auto after = Ask(tools, header, name, flags, {"cstddef", "cstdint", "cstring", "functional", "memory", "string", "vector"});
  return after || after.error().what() != kHeaderDoesNotCompile ? after : alone;
}

}  // namespace reweave::gen
