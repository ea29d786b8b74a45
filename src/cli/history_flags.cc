#include "cli/history_flags.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "explore/explorer.h"

namespace reweave {

void AddStoreFlag(CLI::App& command, std::string& path) {
  path = ".reweave/history.db";
  command.add_option("--store", path, "the file where histories are kept")->capture_default_str();
}

Result<std::unique_ptr<Store>> OpenHistory(const std::string& path, bool create) {
  std::error_code error;
  if (create) {
    const auto parent = std::filesystem::path(path).parent_path();
    if (!parent.empty()) RW_TRY(PrepareOutDir(parent.string()));
  } else if (!std::filesystem::exists(path, error)) {
    return Fail(ErrorCategory::kUsage, "there is no history store", path, {},
                "record something first: reweave record ./test, or name another by --store");
  }
  return OpenSqliteStore(path, {.create = create});
}

}  // namespace reweave
