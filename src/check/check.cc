#include "check/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <set>

#include "check/baseline.h"
#include "check/build_system.h"
#include "check/change_text.h"
#include "check/corpus.h"
#include "check/selection.h"
#include "check/test_exploration.h"
#include "check/tool_id.h"
#include "check/verdict_cache.h"
#include "base/interrupt.h"

namespace reweave {

using std::chrono::nanoseconds, std::chrono::steady_clock;

namespace {

constexpr nanoseconds kLeastShare = std::chrono::milliseconds(200);
constexpr nanoseconds kMostRecontest = std::chrono::seconds(10);  // for one test; it usually needs a fraction of a second
constexpr nanoseconds kLeastFixed = std::chrono::milliseconds(500), kMostFixed = std::chrono::seconds(10);
constexpr nanoseconds kLeastOthers = std::chrono::seconds(10), kOneOther = std::chrono::milliseconds(500);
constexpr nanoseconds kAfterVerdict = std::chrono::seconds(10);  // for the other tests, once something new was found

class Checker {
 public:
  explicit Checker(const CheckOptions& options) : options_(options) {}

  Result<CheckResult> Run() {
    const auto start = steady_clock::now();
    RW_ASSIGN(const Repository repository, Repository::Open(options_.directory));
    result_.top = repository.top();
    RW_ASSIGN(config_, ReadConfig(result_.top + "/reweave.toml"));
    RW_ASSIGN(result_.base, repository.Base(options_.base.empty() ? config_.check.base.value_or("") : options_.base));
    RW_ASSIGN(result_.head, repository.Head(options_.head));
    if (result_.base.tree == result_.head.tree) {
      Say("the two versions have the same content: nothing to check");
      return std::move(result_);
    }
    RW_TRY(ReadBaselineFile());
    const VerdictCache verdicts(result_.top);
    const std::string key = Key();
    if (!options_.again && !options_.keep)
      if (auto known = verdicts.Find(key)) return Known(std::move(*known), start);
    RW_ASSIGN(result_.change, ReadChange(repository, result_.base, result_.head));
    RW_ASSIGN(const Fd base_lock, repository.Build(result_.base, config_, {options_.drivers, options_.jobs, options_.status}));
    RW_ASSIGN(const Fd head_lock, repository.Build(result_.head, config_, {options_.drivers, options_.jobs, options_.status}));
    RW_TRY(Select());
    RW_TRY(Explore());
    Accept(result_, baseline_);
    result_.interrupted = Interrupted();
    result_.seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
    if (!result_.interrupted) RW_TRY(verdicts.Put(key, result_));
    if (options_.keep) RW_TRY(KeepSchedules());
    repository.Collect(config_.cache.builds);
    return std::move(result_);
  }

 private:
  void Say(const std::string& text) const {
    if (options_.say) options_.say(text);
  }
  void Status(const std::string& text) const {
    if (options_.status) options_.status(text);
  }

  nanoseconds Budget() const {
    if (options_.budget) return *options_.budget;
    if (options_.mode == CheckMode::kDeep) return std::chrono::minutes(30);
    return config_.check.budget.value_or(std::chrono::minutes(5));
  }
  std::uint64_t Seed() const { return options_.seed.value_or(config_.check.seed.value_or(1)); }
  // Paths of the configuration are below the top.
  std::string Configured(const std::optional<std::string>& path) const {
    return path ? (std::filesystem::path(result_.top) / *path).string() : "";
  }

  Result<void> ReadBaselineFile() {
    const std::string path = options_.baseline.empty() ? Configured(config_.check.baseline) : options_.baseline;
    if (path.empty()) return {};
    RW_ASSIGN(baseline_, ReadBaseline(path));
    return {};
  }

  // Everything that the result depends on.
  std::string Key() const {
    return fmt::format("{} {} {} {} {}\n{} {}\n{}\n{}\n{}\n{}\n{} {}", result_.base.tree, result_.base.label, result_.head.tree,
                       result_.head.label, ToolId(options_.drivers), static_cast<int>(options_.mode), Budget().count(), Seed(),
                       fmt::join(options_.only, "\n"), fmt::join(baseline_, " "), config_.text, Corpus(result_.top).Fingerprint(),
                       result_.top);
  }

  Result<CheckResult> Known(CheckResult known, steady_clock::time_point start) const {
    Say("the same check was made before: its result is shown, nothing was run (--again repeats it)");
    known.seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
    known.base.reused = known.head.reused = true;
    return known;
  }

  Result<void> KeepSchedules() {
    RW_ASSIGN(const std::size_t kept, Corpus(result_.top).Keep(result_));
    Say(fmt::format("{} schedules added to .reweave/corpus: commit them to have them replayed first", kept));
    return {};
  }

  Result<void> Select() {
    Status("looking for tests");
    SelectionInput input;
    auto tests = TestsOf(config_, result_.head);
    if (!tests)
      return Fail(ErrorCategory::kUsage, "the new version has no tests", result_.head.build,
                  tests.error().what() + (tests.error().why().empty() ? "" : ": " + tests.error().why()),
                  tests.error().hint().empty()
                      ? "CTest's are found by themselves (enable_testing, add_test); others are named in reweave.toml"
                      : tests.error().hint());
    input.new_tests = std::move(*tests);
    if (auto before = TestsOf(config_, result_.base)) input.old_tests = std::move(*before);
    input.old_build = ProgramDirectory(config_, result_.base);
    input.new_build = ProgramDirectory(config_, result_.head);
    input.only = options_.only;
    input.status = options_.status;
    old_fixtures_.emplace(input.old_tests);
    new_fixtures_.emplace(input.new_tests);
    const std::string where =
        !options_.store.empty() ? options_.store : config_.check.store.value_or(result_.top + "/.reweave/history.db");
    auto store = OpenStore(where, {.create = true});
    if (store) input.store = store->get();
    else result_.notes.push_back("tests are chosen by their programs only: " + store.error().ToString());
    RW_ASSIGN(chosen_, ChooseTests(std::move(input), pairs_, result_));
    result_.changed_functions = pairs_.changed_functions();
    result_.points = pairs_.points();
    for (const std::string& note : pairs_.notes()) result_.notes.push_back(note);
    Say(fmt::format("{} functions changed, {} impacted code points, {} of {} tests can notice", result_.changed_functions,
                    result_.points, chosen_.size(), result_.tests.size()));
    return {};
  }

  // --- Exploring -------------------------------------------------------------------------------------------------------

  Result<void> Explore() {
    const auto begin = steady_clock::now();
    end_ = steady_clock::now() + Budget();
    settings_.seed = Seed();
    settings_.suppressions = Configured(config_.check.suppressions);
    settings_.out_dir = result_.top + "/.reweave/results";
    settings_.old_fixtures = &*old_fixtures_;
    settings_.new_fixtures = &*new_fixtures_;
    settings_.saturate = options_.mode != CheckMode::kDeep;
    settings_.status = [this](const CheckedTest& row, const std::string& phase, const ExploreStatus& status) {
      if (options_.progress)
        options_.progress({.result = &result_,
                           .chosen = tests_.size(),
                           .current = static_cast<std::size_t>(&row - result_.tests.data()),
                           .phase = phase,
                           .schedules = row.schedules + status.schedules,
                           .findings = row.findings.size() + status.findings,
                           .left = std::max<nanoseconds>(end_ - steady_clock::now(), nanoseconds(0))});
    };
    for (ChosenTest& test : chosen_) {
      CheckedTest& row = result_.tests[test.row];
      tests_.emplace_back(std::move(test), row, settings_);
    }
    const Corpus corpus(result_.top);
    RW_TRY(EachInTurn(
        1, [](TestExploration&) { return 1.0; },
        [&](TestExploration& test, nanoseconds) { return test.Replay(corpus.Of(test.row().name)); }));
    RW_TRY(EachInTurn(
        0.5, [](TestExploration&) { return 1.0; },
        [](TestExploration& test, nanoseconds share) { return test.NewInterleavings(std::min(share, kMostRecontest)); }));
    if (options_.mode != CheckMode::kFast) {
      RW_TRY(EachInTurn(
          0.5, [&](TestExploration& test) { return test.steered() && Counts(test) ? test.weight() : 0; },
          [](TestExploration& test, nanoseconds share) { return test.Impacted(share); }));
      // Once there is something new the verdict is clear; more of it is for --deep.
      if (!clear_)
        RW_TRY(EachInTurn(
            1, [&](TestExploration& test) { return Counts(test) ? test.weight() : 0; },
            [](TestExploration& test, nanoseconds share) { return test.Rest(share); }));
      if (!clear_) RW_TRY(TheOthers(steady_clock::now() - begin));
      RW_TRY(LookForFixed());
    }
    for (TestExploration& test : tests_)
      if (CheckedTest& row = test.row(); row.state == TestState::kExplored && row.phases.empty()) row.state = TestState::kNoTime;
    OneVerdictForOneCause();
    return {};
  }

  bool Counts(const TestExploration& test) const { return test.adds() || options_.mode == CheckMode::kDeep; }

  // Tests that come to nothing of the change that others do not come to as well: another state, another oracle may still show
  // more. Together they get as long again as the tests before them took.
  Result<void> TheOthers(nanoseconds taken) {
    end_ = std::min(end_, steady_clock::now() + std::max(taken / 2, kLeastOthers));
    return EachInTurn(
        1, [&](TestExploration& test) { return Counts(test) ? 0 : 1.0; },
        [](TestExploration& test, nanoseconds share) {
          share = std::min(share, kOneOther);
          return test.steered() ? test.Impacted(share) : test.Rest(share);
        });
  }

  // Gives `part` of what is left of the budget to the tests that are not done, by weight. What a test leaves is the later ones'.
  template <typename Weight, typename Act>
  Result<void> EachInTurn(double part, Weight weight, Act act) {
    const auto now = steady_clock::now();
    auto until = now + std::chrono::duration_cast<nanoseconds>(part * (end_ - now));
    double open = 0;
    for (TestExploration& test : tests_)
      if (!test.done()) open += weight(test);
    for (TestExploration& test : tests_) {
      if (test.done() || Interrupted()) continue;
      const double own = weight(test);
      const nanoseconds left = until - steady_clock::now();
      if (own > 0 && left >= kLeastShare)
        RW_TRY(act(test, std::max(kLeastShare, std::chrono::duration_cast<nanoseconds>(left * (own / open)))));
      open -= own;
      if (!clear_ && options_.mode != CheckMode::kDeep && result_.CountFindings(true) > 0) {
        clear_ = true;
        end_ = std::min(end_, steady_clock::now() + kAfterVerdict);
        until = std::min(until, end_);
      }
    }
    return {};
  }

  // A short look at the old version of tests that showed nothing; a longer one with --deep.
  Result<void> LookForFixed() {
    const bool deep = options_.mode == CheckMode::kDeep;
    const auto until = steady_clock::now() + (deep ? 10 : 1) * Budget() / 20;
    for (TestExploration& test : tests_)
      if (!Interrupted() && !clear_ && steady_clock::now() < until) RW_TRY(test.Fixed(deep ? kMostFixed : kLeastFixed));
    return {};
  }

  // A cause that the old version shows in one test is old in every test.
  void OneVerdictForOneCause() {
    for (CheckedTest& a : result_.tests)
      for (CheckedFinding& fresh : a.findings)
        for (const CheckedTest& b : result_.tests)
          for (const CheckedFinding& other : b.findings)
            if (fresh.is_new && !other.is_new && other.finding.id == fresh.finding.id) fresh.is_new = false;
  }

  const CheckOptions& options_;
  CheckResult result_;
  Config config_;
  std::set<std::string> baseline_;
  ProgramPairs pairs_;
  std::vector<ChosenTest> chosen_;
  std::optional<FixtureRuns> old_fixtures_, new_fixtures_;  // cleaned up at the end
  ExplorationSettings settings_;
  std::deque<TestExploration> tests_;
  steady_clock::time_point end_;
  bool clear_ = false;  // there is something new: the check fails
};

}  // namespace

Result<Config> ConfigOf(const std::string& directory) {
  RW_ASSIGN(const Repository repository, Repository::Open(directory));
  return ReadConfig(repository.top() + "/reweave.toml");
}

Result<CheckResult> RunCheck(const CheckOptions& options) { return Checker(options).Run(); }

}  // namespace reweave
