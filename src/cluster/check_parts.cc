#include "cluster/check_parts.h"

#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "base/interrupt.h"

namespace reweave::inline cluster {

namespace {

std::vector<std::string> FilesThere(const PartsOptions& options) {
  std::vector<std::string> out;
  std::error_code error;
  for (unsigned part = 1; part <= options.parts; ++part)
    if (std::string path = PartFile(options.directory, part); std::filesystem::exists(path, error))
      out.push_back(std::move(path));
  return out;
}

std::vector<unsigned> Missing(const PartsOptions& options) {
  std::vector<unsigned> out;
  std::error_code error;
  for (unsigned part = 1; part <= options.parts; ++part)
    if (!std::filesystem::exists(PartFile(options.directory, part), error)) out.push_back(part);
  return out;
}

}  // namespace

std::string PartFile(const std::string& directory, unsigned part) { return fmt::format("{}/part{}.json", directory, part); }

Result<PartsResult> WaitForParts(const PartsOptions& options, Launcher& launcher) {
  RW_TRY(launcher.Start());
  constexpr unsigned kMostErrors = 5;  // a scheduler that does not answer for a while is waited for
  for (unsigned errors = 0, tries = 0;;) {
    const auto running = launcher.Running();
    PartsResult result{.files = FilesThere(options)};
    errors = running ? 0 : errors + 1;
    options.status(static_cast<unsigned>(result.files.size()), running.value_or(0));
    if (result.files.size() == options.parts) return result;
    if (running && *running == 0) {
      const std::vector<unsigned> missing = Missing(options);  // some may have ended since the files were looked at
      if (missing.empty()) continue;
      if (result.files.empty() || tries++ == options.more_tries) return result;
      RW_TRY(launcher.Again(missing));
    }
    if (errors > kMostErrors) return std::unexpected(running.error());
    if (Interrupted()) {
      result.left_running = launcher.outlives() && !options.stop_on_interrupt();
      result.interrupted = !result.left_running;
      if (result.interrupted) launcher.Stop();
      return result;
    }
    std::this_thread::sleep_for(options.pause);
  }
}

}  // namespace reweave::inline cluster
