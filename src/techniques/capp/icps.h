// Impacted code points (docs/techniques/capp.md): where a change touches the new version.
//
//   step 0  lines of added or modified statements, anchors of deleted ones, changed declarations
//   step 1  all lines of lock regions that the change alters or touches
//   step 2  (owners are filled in as points are made)
//   step 3  fields and globals accessed on those lines
//   step 4  fields and globals that functions called directly on those lines access
//
// A code point has class, method, file and line; a field point has class and field. Soundness is not a goal: missing points are
// explored later, surplus ones may help.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "change/declared.h"
#include "change/program_change.h"

namespace reweave::inline capp {

struct Icp {
  std::string cls;  // record of the method; of free functions "namespace@file"; of a field its declaring record, "::" for globals
  std::string method;  // "" in field points
  std::string file;
  std::uint32_t line = 0;
  std::string field;  // "" in code points
  int step = 0;
  std::string reason;  // for people
  bool test = false;  // in the test's own sources

  bool is_field() const { return !field.empty(); }
  friend bool operator==(const Icp& a, const Icp& b) {
    return a.cls == b.cls && a.method == b.method && a.file == b.file && a.line == b.line && a.field == b.field;
  }
};

struct IcpOptions {
  bool narrow_regions = false;  // step 1 only where the change alters a lock scope, not where it merely lies in one
  int callee_depth = 1;
};

struct IcpSet {
  std::string build;  // key of the new version
  std::vector<Icp> points;  // sorted, no duplicates
  std::uint32_t functions = 0, changed_functions = 0;  // user functions of NEW; how many are new or modified
  std::uint32_t skipped_calls = 0;  // calls on impacted lines whose target is not known
  std::vector<std::string> unexplained;  // what differs between the programs though there is no point
  std::vector<std::string> notes;  // what a user should know before relying on it
};

IcpSet CollectIcps(const ProgramChange& change, const IcpOptions& options = {});
// With the usual options, collected once for a change.
const IcpSet& ImpactedPoints(const ProgramChange& change);
// The same from files. `old_path` is the old program or, where there is none, the directory of its sources: then lines are
// compared, with those of the new version below `new_sources`.
Result<IcpSet> CollectIcpsAgainst(const std::string& old_path, const std::string& new_path, const std::string& new_sources,
                                  const IcpOptions& options = {});

// Whether the file holds tests rather than what they test, by its name and folders.
bool IsTestFile(std::string_view path);
// The class of a function as code points name it.
std::string ClassOf(const FunctionFacts& function);
// The field or global that an access or a call on a library object is about: (class, field); empty if none is known.
class FieldNames {
 public:
  explicit FieldNames(const Facts& facts);
  FieldName Of(const Variable& variable) const;
  // Of what `call` accesses by itself: the lock it takes, the library object it works on.
  FieldName Of(const CallSite& call) const;

 private:
  const Facts& facts_;
  std::unordered_set<std::string_view> globals_;
};

// { "schema": 1, "build": ..., "icps": [ { "class", "method", "file", "line", "field", "step" } ] }, null = not specified.
std::string IcpsToJson(const IcpSet& set, const std::string& old_path, const std::string& new_path);
Result<IcpSet> ReadIcps(const std::string& path);

}  // namespace reweave::inline capp
