// Which function, statement and site of NEW is which one of OLD, from the facts of two binaries. One matching, used by CAPP
// (changed lines), SimRT (impact) and ReConTest (statement equivalence). Never by line number: comments, white space, moved
// lines, renamed locals and another checkout path change nothing.
//
// Functions pair by id; lambdas by their enclosing function and body, then by order; what is left by equal body if that is unique
// (renamed, moved), then by name without parameters if that is unique (another signature). Statements of a pair are aligned by
// their hashes (longest common subsequence); a statement whose locals are not those of its counterpart under the renaming that
// most statements agree on is modified. Sites pair within paired statements, by order, kind and variable.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "change/align.h"
#include "change/renames.h"
#include "change/source_diff.h"
#include "facts/reader.h"

namespace reweave::inline change {

// One function of NEW with its counterpart. Indices are those of FunctionFacts' lists; kNoMatch: added or modified.
struct FunctionMatch {
  std::uint32_t old_function = kNoMatch;  // index in old_facts().functions(); kNoMatch: the function is new
  bool identical = false;  // everything below is the identity
  bool renamed = false;  // matched by body or by name without parameters, not by id
  // For each item of the NEW function: the item of the OLD function that it is, unmodified.
  std::vector<std::uint32_t> statements, accesses, calls, branches, blocks, loops;
  std::vector<std::uint32_t> anchors;  // lines beside deleted code, where only sources tell
};

class Matching {
 public:
  // Keeps references to both.
  Matching(const Facts& old_facts, const Facts& new_facts);
  // Where there is no old binary: what stands on changed lines is new, all else is as it was. old_facts() is new_facts() then.
  Matching(const Facts& new_facts, const std::map<std::string, FileChange>& changes);

  const Facts& old_facts() const { return old_; }
  const Facts& new_facts() const { return new_; }
  const FunctionMatch& of(std::uint32_t new_function) const { return matches_[new_function]; }
  std::uint32_t new_of(std::uint32_t old_function) const { return new_of_[old_function]; }  // kNoMatch: deleted
  const Renames& renames() const { return renames_; }
  std::uint32_t IndexOf(const FunctionFacts& new_function) const {
    return static_cast<std::uint32_t>(&new_function - new_.functions().data());
  }

 private:
  const Facts& old_;
  const Facts& new_;
  std::vector<FunctionMatch> matches_;
  std::vector<std::uint32_t> new_of_;
  Renames renames_;
};

}  // namespace reweave::inline change
