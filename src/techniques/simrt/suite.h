// A test suite against a change: tests of both versions, histories of the old one, what the change affects, and the tests chosen
// and ordered by it (docs/techniques/simrt.md). `reweave select` and `reweave races` start here.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "suite/recorder.h"
#include "suite/test.h"
#include "techniques/simrt/change_outline.h"
#include "techniques/simrt/impact.h"
#include "techniques/simrt/ranker.h"
#include "techniques/simrt/selector.h"

namespace reweave::inline simrt {

struct SuiteOptions {
  std::string old_subject, new_subject;  // binaries or build directories
  std::string tests;                     // --tests; "" = what the subjects say
  std::optional<std::vector<TestSpec>> old_list = {}, new_list = {};  // the tests, where they are known already
  bool record = true;                    // tests without a history are run on the old version
  bool same_standards = false;           // builds of different language standards are an error, not a note
  bool rank_all = false;                 // the rest is ranked too
  // Programs with the same change in them (one library in many test programs) are analysed once: what one of them shows stands
  // for the code that the others share with it. Affected accesses in code of their own are not known then: for who chooses tests
  // that enter changed functions as well.
  bool share_analysis = false;
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const ChangeOutline>> outlines = {};  // by paths, where known
  ModuleCache* modules = nullptr;  // of the caller
  Ties ties;
  RecordOptions recording;
  ImpactOptions impact;
  // Tests that are not recorded by then have no history, programs that are not analysed by then are not told in detail.
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
};

// One pair of programs that tests run: analysed once, whatever the number of tests.
struct SuiteProgram {
  std::string old_path, new_path;
  std::string old_key, new_key;  // build keys
  std::uint32_t first_access = 0, accesses = 0;  // its part of the list
  std::uint32_t functions = 0, changed_functions = 0;
  std::optional<std::uint32_t> like = {};  // the program whose analysis stands for it
};

struct SuiteTest {
  std::string name;
  std::optional<TestSpec> old_test, new_test;
  std::optional<std::uint32_t> program;  // index of the SuiteProgram it runs
  bool direct = false;  // its commands begin with it: no script or launcher in between
  std::string build;  // key of its history
};

struct SuiteResult {
  std::vector<SuiteTest> tests;  // T, in the order of the new version's suite
  std::vector<TestSpec> old_suite, new_suite;  // everything that was found, fixtures included
  std::vector<SuiteProgram> programs;
  std::vector<SharedAccess> accesses;  // of all programs
  ChanceTable chances;
  std::vector<AccessPair> pairs;  // or a part that selects the same tests, if there are very many
  std::uint64_t pairs_total = 0;
  std::vector<std::uint32_t> crowded;  // accesses with too many pairs to list
  std::vector<OldBlock> changed;
  std::vector<OldBlock> everything;  // where every function of a program changed: its blocks with shared accesses
  std::vector<std::uint32_t> unmapped;
  std::vector<TestCoverage> coverage;  // by test
  Selection selection;
  Ranking ranking;
  std::vector<std::uint32_t> changed_tests;  // RTSC: those that enter a block that the change touches
  std::vector<std::string> notes;
  std::size_t recorded = 0;  // tests that were run on the old version
  std::size_t not_recorded = 0;  // tests without a history for which there was no time
  double analysis_seconds = 0, recording_seconds = 0, selection_seconds = 0;
  bool interrupted = false;

  bool affected() const;  // some access is
};

// What is going on, for a status line.
using Progress = std::function<void(const std::string&)>;

// Errors: an empty suite, two tests of one name, a program that cannot be read or was not built with the driver, an unreadable
// store. The store must outlive the call only.
Result<SuiteResult> SelectFromSuite(const SuiteOptions& options, Store& store, const Progress& progress);

}  // namespace reweave::inline simrt
