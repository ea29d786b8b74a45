#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/duration.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "check/engine.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "cli/shared_flags.h"
#include "cluster/campaign.h"
#include "cluster/status_text.h"
#include "explore/explorer.h"
#include "report/check_text.h"
#include "suite/tests.h"

namespace reweave::inline cli {

namespace {

namespace fs = std::filesystem;
constexpr char kFolder[] = ".reweave/campaigns";

struct Flags {
  std::string name, subject, tests, budget = "8h", slice = "30s", strategy = "auto", suppressions, store, html;
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  ReportFlags reports;
};

Result<std::string> Directory(const std::string& name) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '.'; };
  if (name.empty() || name[0] == '.' || !std::ranges::all_of(name, plain))
    return Fail(ErrorCategory::kUsage, "not a name for a campaign", name, {}, "letters, digits, - _ . and no . at its beginning");
  std::error_code error;
  return (fs::current_path(error) / kFolder / name).string();
}

Result<int> Start(const Flags& flags) {
  CampaignOptions options;
  RW_ASSIGN(options.directory, Directory(flags.name));
  options.name = flags.name;
  std::error_code error;
  options.subject = fs::absolute(flags.subject, error).lexically_normal().string();
  RW_ASSIGN(options.tests, FindTests({.subject = options.subject, .tests = flags.tests}));
  RW_ASSIGN(options.budget, ParseDuration(flags.budget));
  RW_ASSIGN(options.slice, ParseDuration(flags.slice));
  options.jobs = flags.jobs;
  options.strategy = flags.strategy;
  options.seed = flags.seed;
  options.suppressions = flags.suppressions;
  RW_TRY(MakeStrategy(options.strategy, {}));
  options.progress = [](const CampaignState& state) {
    const CampaignPoint at = state.points.empty() ? CampaignPoint{} : state.points.back();
    ProgressLine(fmt::format("{} schedules, {} patterns, {} findings", at.schedules, at.patterns, at.findings));
  };
  CatchInterrupts();
  RW_ASSIGN(const CampaignState state, RunCampaign(options, RealEngine()));
  StatusLine("");
  Print(CampaignText({.state = state, .running = false}));
  const bool found = std::ranges::any_of(state.tests, [](const CampaignTest& test) { return test.findings > 0; });
  return found ? kExitFindings : Interrupted() ? kExitInterrupted : kExitOk;
}

Result<int> Status(const Flags& flags) {
  std::vector<CampaignView> campaigns;
  std::error_code error;
  std::vector<std::string> names;
  if (!flags.name.empty()) names.push_back(flags.name);
  else
    for (const auto& entry : fs::directory_iterator(kFolder, error)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  std::vector<std::pair<JobStatus, std::size_t>> jobs;
  const std::string where = flags.store.empty() && fs::exists(".reweave/work.db", error) ? ".reweave/work.db" : flags.store;
  std::unique_ptr<WorkStore> store;
  if (!where.empty()) {
    RW_ASSIGN(store, OpenWorkStore(where, {.create = false}));
    RW_ASSIGN(const auto all, store->Jobs());
    for (const WorkJob& job : all) {
      if (!flags.name.empty() && job.id != flags.name) continue;
      RW_ASSIGN(auto status, store->Status(job.id));
      RW_ASSIGN(const auto found, store->Findings(job.id, {}));
      if (status) jobs.emplace_back(std::move(*status), found.size());
    }
  }
  for (const std::string& name : names) {
    RW_ASSIGN(const std::string directory, Directory(name));
    auto state = LoadCampaign(directory);
    if (state) campaigns.push_back({.state = std::move(*state), .running = CampaignRuns(directory)});
    else if (!flags.name.empty() && jobs.empty())
      return Fail(ErrorCategory::kUsage, "there is no such campaign or search", name, {},
                  "reweave campaign status without a name lists them; --store names the store of searches");
  }
  if (!flags.html.empty()) RW_TRY(WriteFile(flags.html, StatusPage(campaigns, jobs), "cannot write the page"));
  for (const CampaignView& campaign : campaigns) Print(CampaignText(campaign));
  for (const auto& [job, findings] : jobs) Print(JobText(job, findings));
  if (campaigns.empty() && jobs.empty()) Print("there is no campaign and no shared search\n");
  return kExitOk;
}

Result<int> Stop(const Flags& flags) {
  RW_ASSIGN(const std::string directory, Directory(flags.name));
  if (!flags.store.empty() || !fs::exists(directory)) {
    std::error_code error;
    const std::string where = flags.store.empty() && fs::exists(".reweave/work.db", error) ? ".reweave/work.db" : flags.store;
    if (!where.empty()) {
      RW_ASSIGN(const auto store, OpenWorkStore(where, {.create = false}));
      RW_ASSIGN(const auto job, store->FindJob(flags.name));
      if (job) {
        RW_TRY(store->EndJob(job->id, JobState::kStopped));
        Message("stopped; the command that began the search continues it");
        return kExitOk;
      }
    }
  }
  RW_ASSIGN(const bool running, StopCampaign(directory));
  Message(running ? "it ends after the slices that are being run" : "it is not running");
  return kExitOk;
}

Result<int> Report(const Flags& flags) {
  RW_TRY(CheckReportFlags(flags.reports));
  RW_ASSIGN(const std::string directory, Directory(flags.name));
  RW_ASSIGN(const CheckResult result, CampaignResult(directory));
  RW_TRY(WriteReports(flags.reports, result));
  if (!flags.reports.TakesStdout()) Print(CheckText(result, StyleHere()));
  return result.CountFindings(false) > 0 ? kExitFindings : kExitOk;
}

}  // namespace

void AddCampaignCommand(CLI::App& app, CommandLine& line) {
  CLI::App* campaign = app.add_subcommand(
      "campaign", "hours or days of budget over all tests of a build, resumable; and a look at shared searches");
  campaign->require_subcommand(1);
  // Each has flags of its own: CLI11 also fills those of the others from the environment, after the words of the command line.
  const auto add = [&](const char* name, const char* help, Result<int> (*run)(const Flags&)) {
    auto flags = std::make_shared<Flags>();
    CLI::App* command = campaign->add_subcommand(name, help);
    command->callback([=, &line] { line.run = [=] { return Guarded([&] { return run(*flags); }); }; });
    return std::pair(command, flags.get());
  };
  const auto [start, begun] =
      add("start", "begin a campaign, or go on with it: until the budget is used or nothing is left to try", Start);
  start->add_option("NAME", begun->name, "of the campaign")->required();
  start->add_option("SUBJECT", begun->subject, "build directory or test program, built with the driver")->required();
  start->add_option("--tests", begun->tests, "file with one test a line, 'name: arguments', or a build directory with CTest");
  start->add_option("--budget", begun->budget, "how long it runs this time")->capture_default_str();
  start->add_option("--slice", begun->slice, "time of one turn of a test")->capture_default_str();
  start->add_option("-j,--jobs", begun->jobs, "tests at a time")->check(CLI::Range(1, 256))->capture_default_str();
  start->add_option("--strategy", begun->strategy, "of every test's search; it must be one that can be resumed")
      ->capture_default_str();
  start->add_option("--seed", begun->seed, "of everything random")->capture_default_str();
  start->add_option("--suppressions", begun->suppressions, "findings to leave out, in ThreadSanitizer's syntax");
  start->footer("EXAMPLE\n  reweave campaign start nightly build --budget 8h -j 8");
  const auto [status, shown] = add("status", "campaigns of this directory, and searches of a store", Status);
  status->add_option("NAME", shown->name, "of one campaign or search; all if not given");
  status->add_option("--store", shown->store, "where searches are kept; .reweave/work.db if not given")->envname("REWEAVE_STORE");
  status->add_option("--html", shown->html, "write it as a page, too, which loads itself again every ten seconds");
  status->footer("EXAMPLE\n  reweave campaign status nightly --html status.html");
  const auto [stop, ended] = add("stop", "end a campaign after its slices, or a search; both can go on later", Stop);
  stop->add_option("NAME", ended->name, "of the campaign or search")->required();
  stop->add_option("--store", ended->store, "where searches are kept; .reweave/work.db if not given")->envname("REWEAVE_STORE");
  stop->footer("EXAMPLE\n  reweave campaign stop nightly");
  const auto [report, told] = add("report", "everything that a campaign has found so far", Report);
  report->add_option("NAME", told->name, "of the campaign")->required();
  AddReportFlags(*report, told->reports, true);
  report->footer("EXAMPLE\n  reweave campaign report nightly --html findings.html");
  campaign->footer("EXAMPLE\n  reweave campaign start nightly build --budget 8h -j 8\n  reweave campaign status nightly");
}

}  // namespace reweave::inline cli
