// What is kept about tests from one run of Reweave to the next, as values: which blocks a test covered in which thread, how it
// ended, and which race pairs are confirmed. docs/formats/history.md says how it is stored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reweave::inline store {

// Blocks that one logical thread covered. Threads are numbered in creation order, main = 0, never reused within a run; a child of
// fork has a process number of its own (0 is the test's first process) and its own thread numbers. What main covered while it
// was alone, before it made threads and after all were joined, is listed apart as kAloneThread.
inline constexpr std::uint32_t kAloneThread = 0xffffffff;
struct ThreadCoverage {
  std::uint32_t process = 0, thread = 0;
  std::vector<std::uint32_t> blocks;  // sorted: index of the block's guard in its module (Facts::Find)
  friend bool operator==(const ThreadCoverage&, const ThreadCoverage&) = default;
};

struct ModuleCoverage {
  std::string name;  // file name of the program or library
  std::string key;  // Facts::build_key()
  std::vector<ThreadCoverage> threads;
  std::vector<std::uint32_t> flaky;  // blocks that some of the runs did not cover; sorted
  friend bool operator==(const ModuleCoverage&, const ModuleCoverage&) = default;
};

struct TestHistory {
  std::string build;  // key of the build it was recorded with
  std::string test;
  std::int64_t recorded = 0;  // seconds since 1970
  double seconds = 0;  // of the longest run
  std::uint32_t runs = 1;
  bool controlled = false;
  bool complete = true;  // false: crashed, timed out, or coverage was lost; always selected
  std::string reason;  // of incompleteness
  std::string verdict;  // passed, failed, skipped
  std::vector<ModuleCoverage> modules;
  friend bool operator==(const TestHistory&, const TestHistory&) = default;
};

// The blocks of one module, so that histories can be read and checked without the binary they were recorded with.
struct BlockTable {
  struct Function {
    std::string id, pretty, file;
    std::string hash;  // of its blocks and edges
    std::uint32_t first_block = 0;  // index of its first guard
    std::vector<std::uint32_t> lines;  // first line of each block, 0 = unknown
    friend bool operator==(const Function&, const Function&) = default;
  };
  std::string key, name;
  std::vector<Function> functions;  // by first_block
  friend bool operator==(const BlockTable&, const BlockTable&) = default;

  // The function that holds the block, null if none does.
  const Function* Find(std::uint32_t block) const;
};

struct BuildSummary {
  std::string key, name;  // name: what was recorded, a path
  std::int64_t recorded = 0, used = 0;
  std::uint64_t tests = 0, incomplete = 0, failed = 0, bytes = 0;
};

// A race pair that was brought about once: it is never verified again.
struct ConfirmedPair {
  std::string build, pair, test;
  std::string detail;  // seed, schedule; the writer's business
  std::int64_t at = 0;
  friend bool operator==(const ConfirmedPair&, const ConfirmedPair&) = default;
};

// Compressed with a checksum: what comes back is what was put in, or an error.
std::string EncodeCoverage(const std::vector<ModuleCoverage>& modules);
Result<std::vector<ModuleCoverage>> DecodeCoverage(std::string_view bytes);
std::string EncodeBlockTable(const BlockTable& table);
Result<BlockTable> DecodeBlockTable(std::string_view bytes);

}  // namespace reweave::inline store
