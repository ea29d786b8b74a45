#include "cli/ci_files.h"

#include <filesystem>

#include "base/file.h"

namespace reweave::inline cli {

namespace fs = std::filesystem;

namespace {

// What the files install before they check, and where they tell people to put them.
constexpr std::string_view kPackagesOfTemplates = "cmake curl git ninja-build";
constexpr const char *kScript = "ci/check.sh", *kGitlabFile = ".gitlab/reweave.yml";

std::string Adapted(std::string_view text, const ProjectLook& look) {
  std::string out(text);
  if (const auto at = out.find(kPackagesOfTemplates); at != std::string::npos)
    out.replace(at, kPackagesOfTemplates.size(), "curl git " + PackagesToBuild(look));
  return out;
}

}  // namespace

std::vector<CiFile> CiFilesFor(const std::string& service, const ProjectLook& look, bool has_pipeline) {
  std::vector<CiFile> out = {{.path = kScript, .text = std::string(kCheckScript), .executable = true}};
  if (service == "github") {
    out.push_back({.path = ".github/workflows/reweave.yml", .text = Adapted(kGithubWorkflow, look)});
  } else {
    out.push_back({.path = kGitlabFile, .text = Adapted(kGitlabJob, look)});
    if (!has_pipeline)
      out.push_back({.path = ".gitlab-ci.yml", .text = std::string("include:\n  - local: ") + kGitlabFile + "\n"});
  }
  return out;
}

std::string ServiceOf(std::string_view address) {
  if (address.find("github") != std::string_view::npos) return "github";
  return address.find("gitlab") != std::string_view::npos ? "gitlab" : "";
}

Result<void> WriteCiFiles(const std::string& top, const std::vector<CiFile>& files, bool force) {
  for (const CiFile& file : files) {
    const auto there = ReadFile(top + "/" + file.path, "");
    if (there && *there != file.text && !force)
      return Fail(ErrorCategory::kUsage, "there is such a file already", file.path, {}, "--force overwrites it");
  }
  for (const CiFile& file : files) {
    const fs::path path = fs::path(top) / file.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    RW_TRY(WriteFile(path.string(), file.text, "cannot write"));
    if (file.executable)
      fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add, error);
  }
  return {};
}

}  // namespace reweave::inline cli
