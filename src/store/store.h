// Where histories and results live: a file of one checkout (SQLite) by default, or a team's database server (PostgreSQL).
//
// Guarantees of every implementation: each Put is one transaction, there as a whole or not at all after a crash, a kill or a
// full disk; several processes may use one store at once; several builds live side by side; nothing is lost but by Collect.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/history.h"

namespace reweave::inline store {

struct CollectOptions {
  std::optional<std::chrono::seconds> older_than;  // builds not used for so long
  std::optional<std::uint64_t> max_bytes;          // then the least recently used, until the rest fits
  std::int64_t now = 0;                            // seconds since 1970
  bool dry_run = false;
};

struct CollectResult {
  std::vector<BuildSummary> removed;
  std::uint64_t bytes_before = 0, bytes_after = 0;  // of the whole store
};

constexpr std::chrono::seconds kAgreedFor = std::chrono::days(14);

class Store {
 public:
  virtual ~Store() = default;

  // Blocks of a module; known ones are left alone.
  virtual Result<void> PutBlocks(const BlockTable& table) = 0;
  virtual Result<std::optional<BlockTable>> FindBlocks(const std::string& key) = 0;
  // Replaces the test's history of that build. `name` is shown in lists: the path that was recorded.
  virtual Result<void> PutTest(const TestHistory& history, const std::string& name) = 0;
  virtual Result<std::optional<TestHistory>> FindTest(const std::string& build, const std::string& test) = 0;
  // All tests of a build by name, one after the other: a large suite never is in memory twice. Marks the build as used.
  virtual Result<void> ForEachTest(const std::string& build, const std::function<Result<void>(TestHistory)>& visit) = 0;
  // The verdict of the test's last recording, whatever the build; nullopt if there is none.
  virtual Result<std::optional<std::string>> LastVerdict(const std::string& test) = 0;
  virtual Result<std::vector<BuildSummary>> Builds() = 0;  // most recently recorded first
  virtual Result<CollectResult> Collect(const CollectOptions& options) = 0;
  // How long each test took when it was recorded last, whatever the build.
  virtual Result<std::map<std::string, double>> TestSeconds() = 0;

  // What all who ask under this key work with: the value of whoever asked first. Forgotten after kAgreedFor.
  virtual Result<std::string> Agree(const std::string& key, const std::string& value) = 0;

  // Race pairs. Confirming one again keeps the first.
  virtual Result<void> Confirm(const ConfirmedPair& pair) = 0;
  virtual Result<std::vector<ConfirmedPair>> Confirmed(const std::string& build) = 0;
};

struct StoreOptions {
  bool create = true;               // false: a store that is not there is an error
  std::chrono::milliseconds busy_timeout = std::chrono::seconds(30);
  std::uint64_t max_bytes = 0;      // refuse to grow beyond, 0 = as far as the disk goes
};

// Errors: not a store, another program's database, written by a later version, damaged, not writable.
Result<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path, const StoreOptions& options = {});

// postgresql://..., or "host=server dbname=...": a team's store on a server, and so is any other address, which no server then
// understands. Anything else is a file's path.
bool IsServerStore(const std::string& where);
Result<std::unique_ptr<Store>> OpenStore(const std::string& where, const StoreOptions& options = {});

}  // namespace reweave::inline store
