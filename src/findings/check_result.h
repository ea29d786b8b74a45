// What a check of one change came to: the values that every report of it renders (terminal, JSON, JUnit, SARIF, Markdown, HTML).
//
// Filled by the pipeline (src/check); an exploration of one program is a check of one test without a base. Text in here may have
// been chosen by the tested program: renderers escape it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace reweave::inline findings {

// One of the two versions that are compared, known by the hash of its content.
struct Version {
  std::string label;  // "origin/main", "working tree"
  std::string commit;  // "" for the working tree
  std::string tree;  // content
  std::string source, build;
  bool reused = false;  // it had been built before
  std::vector<std::string> missing_submodules = {};  // that are not checked out: it is built without them
};

enum class TestState {
  kUnchanged,     // the same code in both versions
  kNoImpact,      // it changed, but nothing that a schedule could tell
  kNotReached,    // its recorded run comes nowhere near the change
  kNotBuilt,      // its program was not built with the driver
  kDisabled,
  kExplored,
  kUnsupported,   // it cannot be explored
  kNoTime,        // the budget was used up before
  kMissing,       // its program is not there
};
const char* Text(TestState state);

struct CheckedFinding {
  Finding finding;
  bool is_new = true;        // the old version does not show it
  bool accepted = false;     // --baseline names it: reported, but no reason to fail
  std::string phase;         // what found it: "corpus", "recontest", "capp:auto", "random"
};

// How far a test's exploration had come, for the curve of schedules over time.
struct ProgressPoint {
  double seconds = 0;  // since this test's exploration began
  std::uint64_t schedules = 0, patterns = 0, findings = 0;
};

// One part of a test's exploration.
struct CheckedPhase {
  std::string name;  // "corpus", "recontest", "capp:auto", "random"
  std::uint64_t schedules = 0;
  double seconds = 0;
  std::string stopped_by;
};

struct CheckedTest {
  std::string name, program;
  TestState state = TestState::kUnchanged;
  bool new_test = false;           // the old version has no such test
  std::size_t points = 0;          // impacted code points of its program
  std::size_t covered = 0;         // of these, in code that the test's recorded run entered
  std::vector<std::string> reasons;  // why it was chosen or left out, a sentence each
  std::uint64_t new_interleavings = 0;  // feasible ones that the old version did not allow (recontest)
  std::uint64_t schedules = 0, base_schedules = 0;
  std::uint64_t failed = 0;        // of its schedules, those that ended in a failure: what comes after it was not seen
  double seconds = 0;
  bool exhausted = false;
  bool saturated = false;          // a search ended because it had long shown nothing new
  bool sequential = false;         // it never had two threads that could run
  bool reaches = false;            // its runs come to the change itself, as far as can be told
  bool foreign = false;            // kNotBuilt: its program is none of the project's (an interpreter, a tool)
  std::string cut;                 // why its runs do not end by themselves, "" = they do
  std::string unrepeated;  // a failure or race that happened once and in no replay, with its schedule; "" = there was none
  std::string uncompared;  // a finding that the old version was searched for too shortly, with its schedule; "" = there was none
  // Access patterns of two threads with a step that the change affects: those that the recorded run has or suggests; of them,
  // those that some run had, and those that no order of the recorded events has. Nothing was looked at: all 0.
  std::uint64_t change_patterns = 0, change_covered = 0, change_infeasible = 0;
  std::vector<CheckedPhase> phases;
  std::vector<TechniqueReport> techniques;  // what they have to say, for the HTML report
  std::vector<ProgressPoint> curve;
  std::vector<CheckedFinding> findings;
  std::vector<Finding> fixed;  // only the old version shows them
  std::vector<Finding> timing;  // new failures that need a thread to be delayed: they do not fail the check
  std::string note;
};

// What the change is to a reader: git's unified diff, and the lines of the new version that it added or edited.
struct ChangedText {
  std::string diff;
  std::map<std::string, std::set<unsigned>> lines;  // by path below the repository's top
};

// Which part of a check that ran on several machines; `of` 0: it is the whole.
struct CheckPart {
  unsigned part = 0, of = 0;  // from 1
  std::string plan;  // names the division: parts of other divisions do not belong together
};

struct CheckResult {
  std::string top;  // of the repository, absolute
  Version base, head;
  ChangedText change;
  std::uint32_t changed_functions = 0;  // over all programs, each function once
  std::size_t points = 0;
  std::vector<CheckedTest> tests;  // in the order they were explored, then the others
  std::vector<std::string> notes;  // what a reader should know before relying on it
  std::string unreached;  // the change is tested by nothing with two threads: why, and what comes nearest; "" = it is
  CheckPart shard;
  std::vector<std::string> missing;  // parts that should be in here and are not, a sentence each
  double seconds = 0;
  bool interrupted = false;
  bool repeated = false;  // nothing was run: the same check was made before

  // new_only: without old ones and without those that a baseline accepts.
  std::size_t CountFindings(bool new_only) const;
};

}  // namespace reweave::inline findings
