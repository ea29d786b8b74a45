// Two builds of a program as Phase I sees them: classes of statements from the matching of their facts, static objects from their
// symbol tables. Instrumented shared libraries are matched by file name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "techniques/recontest/view.h"
#include "trace/trace.h"

namespace reweave::recontest {

class Versions {
 public:
  // The modules of a run of each (ModulesOf), the program itself first.
  static Result<std::unique_ptr<Versions>> Load(const std::vector<Module>& old_modules, const std::vector<Module>& new_modules,
                                                bool moved_blocks);
  virtual ~Versions() = default;
  virtual const ProgramView& old_view() const = 0;
  virtual const ProgramView& new_view() const = 0;
  // Flags for the report: allocations or thread creations were matched although their lines changed.
  virtual bool soft() const = 0;
  // Calls that synchronise or atomic accesses were added, removed or modified.
  virtual bool sync_changed() const = 0;
};

}  // namespace reweave::recontest
