// Files that run `reweave check` in a CI service, as docs/ci has them, for `reweave init --ci`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "check/project_look.h"

namespace reweave::inline cli {

// The texts of docs/ci, built into the program.
extern const std::string_view kGithubWorkflow, kGitlabJob, kCheckScript;

struct CiFile {
  std::string path;  // below the top
  std::string text;
  bool executable = false;
};

// service: "github" or "gitlab". `has_pipeline`: there is a .gitlab-ci.yml, which is the user's.
std::vector<CiFile> CiFilesFor(const std::string& service, const ProjectLook& look, bool has_pipeline);
// The service that an address of a remote belongs to: "github", "gitlab", or "".
std::string ServiceOf(std::string_view address);
// Errors: one of the files is there already with another content, and `force` is not set. Then none is written.
Result<void> WriteCiFiles(const std::string& top, const std::vector<CiFile>& files, bool force);

}  // namespace reweave::inline cli
