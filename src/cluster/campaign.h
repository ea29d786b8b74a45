// A campaign: days of budget over all tests of a build, in slices, one test at a time for each worker. It can be ended and begun
// again at any moment; what each test has shown, its search and its findings are kept.
//
//   .reweave/campaigns/NAME/state.json     tests, what each has shown, history of the whole (docs/cluster.md)
//   .reweave/campaigns/NAME/searches/      one file a test: where its search goes on
//   .reweave/campaigns/NAME/corpus/        schedules of findings
//   .reweave/campaigns/NAME/lock, stop     held while it runs; made by who wants it to end
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/engine.h"
#include "findings/check_result.h"
#include "suite/test.h"

namespace reweave::inline cluster {

struct CampaignTest {
  std::string name, program, build;
  std::string note;             // why it cannot be explored, "" = it can
  bool exhausted = false;
  std::uint64_t slices = 0, schedules = 0, patterns = 0, findings = 0;
  double seconds = 0;           // spent on it
  double rate = 0;              // what it showed lately: new patterns and pairs a second, findings count more
  double pass = 0;              // for taking turns: grows the slower, the more the test shows
};

// The campaign as a whole, at some time.
struct CampaignPoint {
  std::int64_t at = 0;          // seconds since 1970
  double seconds = 0;           // spent so far
  std::uint64_t schedules = 0, patterns = 0, findings = 0;
};

struct CampaignState {
  std::string name, subject;
  std::int64_t began = 0, ended = 0;  // of the last time it ran; ended 0: it runs, or was killed
  std::vector<CampaignTest> tests;
  std::vector<CampaignPoint> points;
};

// The test whose turn it is: each one first once, then by what it still shows. None: nothing is left to do.
// `taken`: in the hands of another worker.
std::optional<std::size_t> NextTest(const CampaignState& state, const std::vector<char>& taken);
// A slice of `test` was run.
struct SliceOutcome {
  double seconds = 0;
  std::uint64_t schedules = 0, patterns = 0, findings = 0;  // of the whole search so far
  bool exhausted = false;
};
void AccountSlice(CampaignState& state, std::size_t test, const SliceOutcome& slice);

std::string CampaignJson(const CampaignState& state);
Result<CampaignState> ReadCampaign(std::string_view json, const std::string& from);

struct CampaignOptions {
  std::string directory;        // of the campaign
  std::string name, subject;
  std::vector<TestSpec> tests;
  std::chrono::nanoseconds budget{}, slice = std::chrono::seconds(30);
  unsigned jobs = 1;            // tests at a time
  std::string strategy = "auto";
  std::uint64_t seed = 1;
  std::string suppressions;
  std::function<void(const CampaignState&)> progress = {};
  std::function<void(const std::string&)> say = {};
};

// Until the budget is used, nothing is left, an interrupt, or somebody asks it to stop.
Result<CampaignState> RunCampaign(const CampaignOptions& options, const Engine& engine);
Result<CampaignState> LoadCampaign(const std::string& directory);
// Asks the running one to end after its slices. False: none is running.
Result<bool> StopCampaign(const std::string& directory);
bool CampaignRuns(const std::string& directory);
// All findings so far, as a check without a base: for the reports.
Result<CheckResult> CampaignResult(const std::string& directory);

}  // namespace reweave::inline cluster
