#include "suite/modules.h"

#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/coding.h"
#include "base/file.h"
#include "facts/shared_facts.h"

namespace reweave::inline suite {

namespace {

namespace fs = std::filesystem;
constexpr int kBlock = static_cast<int>(abi::SiteClass::kBlock);

void Infer(const FunctionFacts& function, Inference& out) {
  const std::size_t count = function.blocks.size();
  const std::uint32_t first = function.first_guard[kBlock];
  if (function.guard_count[kBlock] != count || (function.flags & facts::kFunctionCoroutine) != 0) return;
  constexpr std::uint32_t kMany = ~0u - 1, kNobody = ~0u;
  std::vector<std::uint32_t> from(count, kNobody);  // the only block that leads there
  std::vector<char> calls(count, 0);
  for (std::uint32_t b = 0; b < count; ++b)
    for (const BlockEdge& edge : function.blocks[b].edges)
      if (edge.target < count) from[edge.target] = from[edge.target] == kNobody || from[edge.target] == b ? b : kMany;
  for (const CallSite& call : function.calls)
    if (call.block < count) calls[call.block] = 1;
  for (std::uint32_t b = 0; b < count; ++b) {
    const auto& edges = function.blocks[b].edges;
    const auto only_from_here = [&](const BlockEdge& edge) {
      return edge.target != 0 && edge.target < count && from[edge.target] == b && edge.target != b;
    };
    if (calls[b] || edges.empty() || !std::ranges::all_of(edges, only_from_here)) continue;
    out.idle[(first + b) / 64] |= 1ull << ((first + b) % 64);
    for (const BlockEdge& edge : edges) out.implied[first + edge.target] = first + b;
  }
}

Inference MakeInference(const Facts& facts) {
  Inference out;
  out.blocks = facts.guard_count(abi::SiteClass::kBlock);
  out.idle.resize((out.blocks + 63) / 64);
  out.implied.assign(out.blocks, Inference::kNone);
  for (const FunctionFacts& function : facts.functions())
    if (std::uint64_t{function.first_guard[kBlock]} + function.guard_count[kBlock] <= out.blocks) Infer(function, out);
  return out;
}

std::optional<BlockTable> MakeTable(const std::string& path, Inference& inference) {
  // Most arguments are no files, most files no ELF files: look at four bytes before anything else.
  struct stat info{};
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  char magic[4] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof magic);
  if (std::string_view(magic, 4) != "\x7f"
                                    "ELF")
    return {};
  const auto read = SharedFacts(path);
  if (!read) return {};
  const Facts* facts = read->get();
  BlockTable table;
  table.key = facts->build_key();
  table.name = fs::path(path).filename().string();
  for (const FunctionFacts& function : facts->functions()) {
    if (function.guard_count[kBlock] == 0) continue;
    BlockTable::Function entry{
        function.id, function.pretty, function.position.file, ToHex(function.hash), function.first_guard[kBlock], {}};
    entry.lines.resize(function.guard_count[kBlock]);
    for (std::size_t i = 0; i < entry.lines.size() && i < function.blocks.size(); ++i)
      entry.lines[i] = function.blocks[i].first_line;
    table.functions.push_back(std::move(entry));
  }
  std::ranges::sort(table.functions, {}, &BlockTable::Function::first_block);
  inference = MakeInference(*facts);
  return table;
}

std::uint32_t BlockCount(const BlockTable& table) {
  if (table.functions.empty()) return 0;
  const auto& last = table.functions.back();
  return last.first_block + static_cast<std::uint32_t>(last.lines.size());
}

std::string Resolve(const std::string& argument, const TestSpec& test) {
  std::error_code error;
  if (argument.empty() || argument.size() > 4000) return {};
  if (argument[0] == '/') return argument;
  if (!test.directory.empty() && fs::exists(fs::path(test.directory) / argument, error))
    return (fs::path(test.directory) / argument).string();
  return argument;
}

}  // namespace

std::vector<std::string> DriverBuiltFiles(const TestSpec& test) {
  std::vector<std::string> out;
  for (const auto& argument : test.command)
    if (std::string path = Resolve(argument, test); !path.empty() && HasFacts(path)) out.push_back(std::move(path));
  return out;
}

const KnownModule* ModuleCache::Find(const std::string& path) {
  auto [place, fresh] = entries_.try_emplace(path);
  Entry& entry = place->second;
  if (fresh)
    if (const auto table = MakeTable(path, entry.inference)) {
      entry.module = {.key = table->key, .name = table->name, .blocks = BlockCount(*table)};
      entry.table = EncodeBlockTable(*table);
    }
  return entry.module ? &*entry.module : nullptr;
}

Result<BlockTable> ModuleCache::TableOf(const std::string& path) const { return DecodeBlockTable(entries_.at(path).table); }

std::vector<std::string> ModuleCache::PathsOf(const std::string& key) const {
  std::vector<std::string> out;
  for (const auto& [path, entry] : entries_)
    if (entry.module && entry.module->key == key) out.push_back(path);
  return out;
}

std::vector<std::string> ModuleCache::Known() const {
  std::vector<std::string> out;
  for (const auto& [path, entry] : entries_)
    if (entry.module) out.push_back(path);
  return out;
}

std::vector<std::string> ModuleCache::ProgramsOf(const TestSpec& test) {
  std::vector<std::string> out;
  for (const auto& argument : test.command)
    if (const std::string path = Resolve(argument, test); !path.empty() && Find(path) != nullptr) out.push_back(path);
  return out;
}

std::string ModuleCache::BuildKeyOf(const TestSpec& test) {
  if (const auto programs = ProgramsOf(test); !programs.empty()) return Find(programs[0])->key;
  std::string text;
  for (const auto& argument : test.command) {
    PutString(text, argument);
    struct stat info{};
    const std::string path = Resolve(argument, test);
    if (stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_size < 1 << 20)
      if (const auto bytes = ReadFile(path, "")) PutString(text, *bytes);
  }
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return ToHex(hash.high64) + ToHex(hash.low64);
}

}  // namespace reweave::inline suite
