#include "cluster/campaign.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "base/file.h"
#include "base/interrupt.h"
#include "explore/explorer.h"
#include "explore/target/program.h"
#include "report/check_json.h"
#include "store/work.h"
#include "suite/fixtures.h"
#include "suite/modules.h"

namespace reweave::inline cluster {

namespace fs = std::filesystem;
using std::chrono::nanoseconds;

namespace {

std::int64_t Now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}
std::string StatePath(const std::string& directory) { return directory + "/state.json"; }
std::string ResultsPath(const std::string& directory) { return directory + "/results.json"; }
std::string StopPath(const std::string& directory) { return directory + "/stop"; }
// Of one test and build: another build's search cannot go on.
std::string SearchPath(const std::string& directory, const CampaignTest& test) {
  return fmt::format("{}/searches/{}", directory, ContentId(test.name + "\n" + test.build));
}

// Invalid: somebody else holds it.
Fd Lock(const std::string& directory) {
  Fd fd(open((directory + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (fd.valid() && flock(fd.get(), LOCK_EX | LOCK_NB) != 0) return Fd();
  return fd;
}

class Campaign {
 public:
  Campaign(const CampaignOptions& options, const Engine& engine)
      : options_(options), engine_(engine), fixtures_(options.tests), end_(engine.now() + options.budget) {}

  Result<CampaignState> Run() {
    RW_TRY(PrepareOutDir(options_.directory + "/corpus"));
    RW_TRY(PrepareOutDir(options_.directory + "/searches"));
    const Fd lock = Lock(options_.directory);
    if (!lock.valid())
      return Fail(ErrorCategory::kUsage, "the campaign is running already", options_.name, {},
                  "reweave campaign status shows it, reweave campaign stop ends it");
    std::error_code error;
    fs::remove(StopPath(options_.directory), error);
    RW_TRY(SetUp());
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 1; i < std::max(1u, options_.jobs); ++i) threads.emplace_back([this] { Work(); });
      Work();
    }
    state_.ended = Now();
    RW_TRY(Save());
    if (error_) return std::unexpected(*error_);
    return state_;
  }

 private:
  // Tests as they are now, with what is known of them. A test that was built anew begins its search again; what it showed stays.
  Result<void> SetUp() {
    if (auto known = LoadCampaign(options_.directory)) state_ = std::move(*known);
    else if (fs::exists(StatePath(options_.directory))) return std::unexpected(known.error());
    if (auto known = CampaignResult(options_.directory)) results_ = std::move(*known);
    results_.head.label = options_.subject;
    std::error_code error;
    results_.top = fs::current_path(error).string();
    std::map<std::string, CampaignTest> before;
    for (CampaignTest& test : state_.tests) before[test.name] = std::move(test);
    state_.tests.clear();
    state_.name = options_.name;
    state_.subject = options_.subject;
    state_.began = Now();
    state_.ended = 0;
    ModuleCache modules;
    for (const TestSpec& spec : options_.tests) {
      if (spec.is_fixture()) continue;
      CampaignTest test = before.contains(spec.name) ? before[spec.name] : CampaignTest{};
      test.name = spec.name;
      test.note = Problem(spec, modules, test);
      state_.tests.push_back(std::move(test));
      specs_.push_back(spec);
      if (state_.tests.back().note.empty()) specs_.back().command[0] = state_.tests.back().program;
    }
    taken_.assign(state_.tests.size(), 0);
    return Save();
  }

  // Why it cannot be explored; else its program and build are known afterwards.
  static std::string Problem(const TestSpec& spec, ModuleCache& modules, CampaignTest& test) {
    if (spec.disabled || spec.command.empty()) return "disabled";
    const auto programs = modules.ProgramsOf(spec);
    if (programs.empty()) return "not built with the driver";
    if (!programs[0].ends_with(spec.command[0])) return "its command does not begin with its program";
    const auto program = InspectProgram({programs[0]});
    if (!program) return program.error().what();
    if (program->build_key != test.build) test.exhausted = false, test.slices = 0, test.rate = 0;
    test.program = programs[0];
    test.build = program->build_key;
    return "";
  }

  bool Over() const {
    std::error_code error;
    return Interrupted() || engine_.now() >= end_ || fs::exists(StopPath(options_.directory), error);
  }

  void Work() {
    for (;;) {
      std::size_t index = 0;
      {
        std::unique_lock lock(mutex_);
        if (error_ || Over()) return;
        const auto next = NextTest(state_, taken_);
        if (!next) {
          if (std::ranges::find(taken_, char(1)) == taken_.end()) return;
          lock.unlock();  // the others' tests may be open again
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
          continue;
        }
        index = *next;
        taken_[index] = 1;
      }
      auto slice = Slice(index);
      const std::lock_guard lock(mutex_);
      taken_[index] = 0;
      if (!slice) {
        state_.tests[index].note = slice.error().ToString();
        if (slice.error().category() == ErrorCategory::kInternal) error_ = slice.error();
      } else {
        AccountSlice(state_, index, *slice);
      }
      if (const auto saved = Save(); !saved && !error_) error_ = saved.error();
      if (options_.progress) options_.progress(state_);
    }
  }

  Result<SliceOutcome> Slice(std::size_t index) {
    const CampaignTest test = [&] {
      const std::lock_guard lock(mutex_);
      return state_.tests[index];
    }();
    RW_TRY(fixtures_.SetUp(test.name));
    ExploreOptions options;
    RW_ASSIGN(options.target, engine_.target(specs_[index]));
    options.strategy = options_.strategy;
    options.strategy_options.seed = options_.seed;
    options.suppressions = options_.suppressions;
    options.keep_going = true;
    options.one_of_many = true;
    options.resume = SearchPath(options_.directory, test);
    options.out_dir = options_.directory + "/corpus";
    const auto left = std::max<nanoseconds>(end_ - engine_.now(), std::chrono::milliseconds(100));
    const nanoseconds slice = std::min(options_.slice, left);
    options.time = slice;
    options.end_by = engine_.now() + slice + slice / 4;
    options.minimise = slice / 20;
    std::error_code error;
    const bool resumes = fs::exists(options.resume, error);
    const auto begin = engine_.now();
    auto result = engine_.explore(options);
    if (!result && resumes && result.error().category() == ErrorCategory::kUsage) {  // a search that cannot go on
      fs::remove(options.resume, error);
      result = engine_.explore(options);
    }
    if (!result) return std::unexpected(result.error());
    RW_TRY(KeepFindings(test, *result));
    return SliceOutcome{.seconds = std::chrono::duration<double>(engine_.now() - begin).count(),
                        .schedules = result->schedules,
                        .patterns = result->coverage.patterns + result->coverage.pairs,
                        .findings = result->findings.size(),
                        .exhausted = result->exhausted};
  }

  // As a check without a base: what every report renders. Findings of earlier builds stay.
  Result<void> KeepFindings(const CampaignTest& test, ExploreResult& result) {
    const std::lock_guard lock(mutex_);
    auto row = std::ranges::find(results_.tests, test.name, &CheckedTest::name);
    if (row == results_.tests.end()) {
      CheckedTest fresh;
      fresh.name = test.name;
      row = results_.tests.insert(results_.tests.end(), std::move(fresh));
    }
    row->program = test.program;
    row->state = result.unsupported.empty() ? TestState::kExplored : TestState::kUnsupported;
    row->schedules = result.schedules;
    row->seconds = test.seconds;
    row->exhausted = result.exhausted;
    row->phases = {{result.strategy, result.schedules, test.seconds, StoppedByName(result.stopped_by)}};
    for (Finding& finding : result.findings) {
      const auto same = [&](const CheckedFinding& f) { return f.finding.id == finding.id; };
      const auto known = std::ranges::find_if(row->findings, same);
      CheckedFinding found{.finding = std::move(finding), .is_new = true, .accepted = false, .phase = result.strategy};
      if (known == row->findings.end()) row->findings.push_back(std::move(found));
      else *known = std::move(found);
    }
    results_.seconds = state_.points.empty() ? 0 : state_.points.back().seconds;
    return WriteFile(ResultsPath(options_.directory), CheckJson(results_, REWEAVE_VERSION),
                     "cannot keep the campaign's findings");
  }

  Result<void> Save() const { return WriteFile(StatePath(options_.directory), CampaignJson(state_), "cannot keep the campaign"); }

  const CampaignOptions& options_;
  const Engine& engine_;
  FixtureRuns fixtures_;
  Engine::Clock::time_point end_;
  std::mutex mutex_;  // for what follows
  CampaignState state_;
  CheckResult results_;
  std::vector<TestSpec> specs_;
  std::vector<char> taken_;
  std::optional<Error> error_;
};

}  // namespace

Result<CampaignState> RunCampaign(const CampaignOptions& options, const Engine& engine) {
  return Campaign(options, engine).Run();
}

Result<CampaignState> LoadCampaign(const std::string& directory) {
  if (std::error_code error; !fs::exists(StatePath(directory), error))
    return Fail(ErrorCategory::kUsage, "there is no such campaign", fs::path(directory).filename().string(), {},
                "reweave campaign status lists those of this directory");
  RW_ASSIGN(const std::string text, ReadFile(StatePath(directory), "cannot read the campaign"));
  return ReadCampaign(text, StatePath(directory));
}

bool CampaignRuns(const std::string& directory) {
  std::error_code error;
  return fs::exists(directory + "/lock", error) && !Lock(directory).valid();
}

Result<bool> StopCampaign(const std::string& directory) {
  RW_TRY(LoadCampaign(directory));
  if (!CampaignRuns(directory)) return false;
  RW_TRY(WriteFile(StopPath(directory), "", "cannot ask the campaign to stop"));
  return true;
}

Result<CheckResult> CampaignResult(const std::string& directory) {
  RW_TRY(LoadCampaign(directory));
  RW_ASSIGN(const std::string text, ReadFile(ResultsPath(directory), "the campaign has no results yet"));
  return ReadCheckJson(text, ResultsPath(directory));
}

}  // namespace reweave::inline cluster
