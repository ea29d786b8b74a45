// The programs that tests run, in both versions: what differs, and which functions of the old version a test's recorded run must
// have entered to come near the difference. Many tests share one pair; each is compared once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/result.h"
#include "change/program_change.h"
#include "check/nearness.h"
#include "techniques/capp/capp_labels.h"
#include "techniques/simrt/change_outline.h"

namespace reweave::inline check {

struct ProgramPair {
  bool instrumented = false;  // the new program was built with the driver
  bool same = false;          // code and facts are equal, those of its libraries too
  std::vector<std::string> modules;  // the new program, and its libraries that were built with the driver
  std::uint32_t functions = 0;  // that changed
  std::size_t points = 0;     // impacted code points, libraries included
  std::shared_ptr<const ChangeOutline> outline;  // null: no old version
  std::shared_ptr<const CappLabels> labels;  // of the program itself; null: no old version
  struct Changed {
    std::string name;         // of the new version, readable
    std::string file;
    std::uint32_t line = 0;   // of its first impacted point
    std::size_t points = 0;
  };
  std::map<std::string, Changed> changed;  // by function id of the old version
  std::map<std::string, std::string> near;  // old functions that call a changed one, with its readable name
  std::vector<NearFunction> chains;  // functions of the old program from which calls lead to the change, nearest first
  std::string main_file;             // where the old program's main is
  std::string old_entries, entries;  // call sites by which changed code is entered (CallsInto), of the old and the new program
  std::string unsure;         // why entering functions says too little, "" if it does not
};

class ProgramPairs {
 public:
  // Where the versions were built: programs that load libraries while they run may load any that lies there.
  void SetBuilds(const std::string& before, const std::string& now);
  // `now` and `before` are paths of programs; before "": there is none.
  const ProgramPair& Of(const std::string& before, const std::string& now);
  bool Knows(const std::string& before, const std::string& now) const { return pairs_.contains({before, now}); }
  // Over all pairs, each once.
  std::size_t points() const { return points_.size(); }
  std::uint32_t changed_functions() const { return static_cast<std::uint32_t>(functions_.size()); }
  const std::set<std::string>& notes() const { return notes_; }

 private:
  ProgramPair Compare(const std::string& before, const std::string& now);
  void Add(const ProgramChange& change, ProgramPair& pair);

  using Libraries = std::map<std::string, std::string>;  // by file name: path
  Libraries old_built_, new_built_;
  std::map<std::pair<std::string, std::string>, ProgramPair> pairs_;
  std::set<std::tuple<std::string, std::string, std::string, std::uint32_t, std::string>> points_;
  std::set<std::pair<std::string, std::string>> functions_;
  std::set<std::string> notes_;
};

}  // namespace reweave::inline check
