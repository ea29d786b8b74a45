// Files of the project that a program names in its text and that a change edits: what a test reads at run time is in no argument
// and no code. Which file a test really opens is not known, so a name is enough.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace reweave::inline check {

// Paths below the top of the repository, of files that the diff of git adds, edits, renames or removes.
std::vector<std::string> FilesOfDiff(std::string_view diff);

class NamedFiles {
 public:
  // directories: of sources and builds, below which the program may name a directory of such files
  NamedFiles(std::vector<std::string> files, std::vector<std::string> directories)
      : files_(std::move(files)), directories_(std::move(directories)) {}

  // The first of the files that is named in one of the modules (a program and its libraries): by its own name, or by the path of
  // a directory above it. "": none. Sources that the modules were compiled from do not count.
  const std::string& In(const std::vector<std::string>& modules);

 private:
  std::string Find(const std::string& module) const;
  bool Names(std::string_view text, const std::string& file) const;

  std::vector<std::string> files_, directories_;
  std::map<std::string, std::string> known_;  // by module
};

}  // namespace reweave::inline check
