// From a header and the name of a class to its model: finds the flags it is compiled with and asks reweave-classes.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "gen/model.h"

namespace reweave::gen {

struct CompileFlags {
  std::string directory;               // in which the command runs
  std::vector<std::string> flags;      // without input, output, -c and what only concerns dependencies
  std::string source;                  // whose flags they are; "" if they were given by hand
  bool is_c = false;
  std::vector<std::string> sources;    // all of the database, absolute
};

// The command of the source that belongs to the header: same name, else nearest directory. Errors (kUsage): there is no database
// in `database` (a directory, or "" to look in . and its build directories), or it is empty or damaged.
Result<CompileFlags> FlagsFromDatabase(const std::string& database, const std::string& header);

// The flags of one source of the database.
Result<CompileFlags> FlagsOfSource(const std::string& database, const std::string& source);

// `tools`: the directory of reweave-classes.
Result<ClassModel> ReadClass(const std::string& tools, const std::string& header, const std::string& name,
                             const CompileFlags& flags);

// What the flags need to be for C++17 at least.
std::vector<std::string> AtLeastCxx17(std::vector<std::string> flags);

}  // namespace reweave::gen
