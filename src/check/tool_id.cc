#include "check/tool_id.h"

#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/coding.h"
#include "base/command.h"
#include "base/file.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

std::string HashOf(std::vector<std::string> files) {
  std::ranges::sort(files);
  std::string all;
  for (const std::string& file : files)
    if (const auto bytes = ReadFile(file, "")) PutFixed64(all, XXH3_64bits(bytes->data(), bytes->size()));
  return ToHex(XXH3_64bits(all.data(), all.size()));
}

std::vector<std::string> DriverFiles(const std::string& drivers) {
  std::vector<std::string> files = {drivers + "/reweave-cc", drivers + "/reweave-c++"};
  std::error_code error;
  // Beside bin in a build directory and where it was installed; Debian has a folder for the architecture in between.
  for (fs::recursive_directory_iterator entry(fs::path(drivers) / "../lib", error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry.depth() > 2) entry.disable_recursion_pending();
    const std::string name = entry->path().filename().string();
    if (name.starts_with("libreweave-")) files.push_back(entry->path().string());
  }
  return files;
}

}  // namespace

Result<std::string> FindDriver() {
  std::error_code error;
  const fs::path driver = fs::path(OwnProgram()).parent_path() / "reweave-c++";
  if (fs::exists(driver, error)) return driver.string();
  return Fail(ErrorCategory::kUsage, "cannot find the compiler driver", driver.string(), "",
              "it belongs beside reweave: build or install it again");
}

std::string DriverId(const std::string& drivers) { return HashOf(DriverFiles(drivers)); }

std::string ToolId(const std::string& drivers) {
  auto files = DriverFiles(drivers);
  files.push_back("/proc/self/exe");
  return HashOf(std::move(files));
}

}  // namespace reweave::inline check
