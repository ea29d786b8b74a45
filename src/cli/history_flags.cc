#include "cli/history_flags.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "explore/explorer.h"

namespace reweave::inline cli {

void AddStoreFlag(CLI::App& command, std::string& path) {
  path = ".reweave/history.db";
  command.add_option("--store", path, "where histories are kept: a file, or postgresql://user@host/database for a team")
      ->envname("REWEAVE_STORE")
      ->capture_default_str();
}

Result<std::unique_ptr<Store>> OpenHistory(const std::string& path, bool create) {
  std::error_code error;
  if (IsServerStore(path)) return OpenStore(path, {.create = create});
  if (create) {
    const auto parent = std::filesystem::path(path).parent_path();
    if (!parent.empty()) RW_TRY(PrepareOutDir(parent.string()));
  } else if (!std::filesystem::exists(path, error)) {
    return Fail(ErrorCategory::kUsage, "there is no history store", path, {},
                "record something first: reweave record ./test, or name another by --store");
  }
  return OpenStore(path, {.create = create});
}

}  // namespace reweave::inline cli
