#include "techniques/simrt/load_history.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>

namespace reweave::inline simrt {

namespace {

// Block numbers of one module's blocks, by its own numbering; nullopt: of no interest.
class ModuleBlocks {
 public:
  ModuleBlocks(const BlockTable& table, BlockNumbers& numbers, bool all) {
    for (const auto& function : table.functions)
      for (std::uint32_t i = 0; i < function.lines.size(); ++i) {
        const OldBlock block{function.id, i};
        const std::uint32_t at = function.first_block + i;
        if (at >= numbers_.size()) numbers_.resize(at + 1);
        numbers_[at] = all ? numbers.Add(block) : numbers.Find(block);
      }
  }
  std::optional<std::uint32_t> Find(std::uint32_t block) const {
    return block < numbers_.size() ? numbers_[block] : std::nullopt;
  }

 private:
  std::vector<std::optional<std::uint32_t>> numbers_;
};

class Loader {
 public:
  Loader(Store& store, ModuleCache& modules, BlockNumbers& numbers, bool all)
      : store_(store), modules_(modules), numbers_(numbers), all_(all) {}

  Result<void> Add(const TestHistory& history, TestCoverage& test) {
    test.known = true;
    test.complete = history.complete;
    test.note = history.reason;
    test.failed_last = history.verdict == "failed";
    std::vector<TestCoverage::Entry> alone;
    for (const ModuleCoverage& module : history.modules) {
      RW_ASSIGN(const ModuleBlocks* blocks, BlocksOf(module, history.test));
      for (const ThreadCoverage& thread : module.threads) {
        const bool is_alone = thread.thread == kAloneThread;
        for (const std::uint32_t block : thread.blocks)
          if (const auto number = blocks->Find(block))
            (is_alone ? alone : test.entries).push_back({*number, MakeThreadId(thread.process, is_alone ? 0 : thread.thread)});
      }
    }
    test.Sort();
    test.AddAlone(std::move(alone));
    return {};
  }

 private:
  Result<const ModuleBlocks*> BlocksOf(const ModuleCoverage& module, const std::string& test) {
    if (const auto found = blocks_.find(module.key); found != blocks_.end()) return &found->second;
    RW_ASSIGN(const auto table, store_.FindBlocks(module.key));
    if (!table)
      return Fail(ErrorCategory::kUsage, "the history has no blocks for a program it ran",
                  fmt::format("test '{}', {}", test, module.name), {}, "record it again");
    RW_TRY(CheckFresh(*table, test));
    return &blocks_.emplace(module.key, ModuleBlocks(*table, numbers_, all_)).first->second;
  }

  // A file of that name that is built otherwise now: a library that changed under a program that did not.
  Result<void> CheckFresh(const BlockTable& recorded, const std::string& test) {
    std::string other;
    for (const auto& path : modules_.Known()) {
      const KnownModule* now = modules_.Find(path);
      if (now->name != recorded.name) continue;
      if (now->key == recorded.key) return {};
      other = path;
    }
    if (other.empty()) return {};
    RW_ASSIGN(const BlockTable table, modules_.TableOf(other));
    const auto functions = DifferingFunctions(recorded, table);
    return Fail(ErrorCategory::kUsage, "the history is stale", fmt::format("test '{}', {}", test, recorded.name),
                functions.empty() ? "it was recorded with another build"
                                  : fmt::format("other functions now: {}", fmt::join(functions, ", ")),
                "record it again");
  }

  Store& store_;
  ModuleCache& modules_;
  BlockNumbers& numbers_;
  bool all_;
  std::map<std::string, ModuleBlocks> blocks_;
};

}  // namespace

Result<LoadedHistories> LoadHistories(Store& store, const std::vector<TestSpec>& tests, ModuleCache& modules,
                                      BlockNumbers& numbers, bool all_blocks) {
  LoadedHistories out;
  std::map<std::string, std::map<std::string, std::size_t>> builds;  // build -> test -> index
  for (const TestSpec& test : tests) {
    builds[modules.BuildKeyOf(test)].emplace(test.name, out.tests.size());
    TestCoverage& coverage = out.tests.emplace_back();
    coverage.name = test.name;
    coverage.known = false;
  }
  Loader loader(store, modules, numbers, all_blocks);
  for (const auto& [build, names] : builds)
    RW_TRY(store.ForEachTest(build, [&](TestHistory history) -> Result<void> {
      const auto found = names.find(history.test);
      if (found != names.end()) return loader.Add(history, out.tests[found->second]);
      out.unknown.push_back(history.test);
      return {};
    }));
  return out;
}

std::vector<std::string> DifferingFunctions(const BlockTable& a, const BlockTable& b, std::size_t most) {
  std::map<std::string, std::pair<std::string, std::string>> hashes;
  for (const auto& function : a.functions) hashes[function.id].first = function.hash;
  for (const auto& function : b.functions) hashes[function.id].second = function.hash;
  std::vector<std::string> out;
  for (const auto& [id, pair] : hashes)
    if (pair.first != pair.second && out.size() < most) out.push_back(id);
  return out;
}

}  // namespace reweave::inline simrt
