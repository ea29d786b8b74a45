#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "check/change_text.h"
#include "check/selection.h"
#include "check/test_exploration.h"
#include "explore/interrupt.h"
#include "select/tests.h"

namespace reweave {

using std::chrono::nanoseconds, std::chrono::steady_clock;

namespace {

constexpr nanoseconds kLeastShare = std::chrono::milliseconds(200);
constexpr nanoseconds kMostRecontest = std::chrono::seconds(10);  // for one test; it usually needs a fraction of a second
constexpr nanoseconds kMostFixed = std::chrono::seconds(2);
constexpr nanoseconds kAfterVerdict = std::chrono::seconds(10);  // for the other tests, once something new was found

class Checker {
 public:
  explicit Checker(const CheckOptions& options) : options_(options) {}

  Result<CheckResult> Run() {
    const auto start = steady_clock::now();
    RW_ASSIGN(const Repository repository, Repository::Open(options_.directory));
    RW_ASSIGN(result_.base, repository.Base(options_.base));
    RW_ASSIGN(result_.head, repository.Head(options_.head));
    result_.top = repository.top();
    if (result_.base.tree == result_.head.tree) {
      Say("the two versions have the same content: nothing to check");
      return std::move(result_);
    }
    RW_ASSIGN(result_.change, ReadChange(repository, result_.base, result_.head));
    for (Version* version : {&result_.base, &result_.head})
      RW_TRY(repository.Build(*version, options_.drivers, options_.jobs, options_.status));
    RW_TRY(Select());
    RW_TRY(Explore());
    result_.interrupted = Interrupted();
    result_.seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
    return std::move(result_);
  }

 private:
  void Say(const std::string& text) const {
    if (options_.say) options_.say(text);
  }
  void Status(const std::string& text) const {
    if (options_.status) options_.status(text);
  }

  Result<void> Select() {
    Status("looking for tests");
    SelectionInput input;
    auto tests = FindTests({.subject = result_.head.build, .tests = "", .limits = {}});
    if (!tests)
      return Fail(ErrorCategory::kUsage, "the new version has no tests", result_.head.build,
                  tests.error().what() + ": " + tests.error().why(), "tests are found through CTest (enable_testing, add_test)");
    input.new_tests = std::move(*tests);
    if (auto before = FindTests({.subject = result_.base.build, .tests = "", .limits = {}})) input.old_tests = std::move(*before);
    input.old_build = result_.base.build;
    input.new_build = result_.head.build;
    input.only = options_.only;
    input.status = options_.status;
    auto store = OpenSqliteStore(result_.top + "/.reweave/history.db", {.create = true});
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
    end_ = steady_clock::now() + options_.budget;
    settings_.seed = options_.seed;
    settings_.out_dir = result_.top + "/.reweave/results";
    settings_.keep_going = false;
    settings_.saturate = options_.mode != CheckMode::kDeep;
    settings_.status = [this](const CheckedTest& row, const std::string& phase, const ExploreStatus& status) {
      Status(fmt::format("{}: {}, {} schedules, {} findings", row.name, phase, row.schedules + status.schedules,
                         row.findings.size() + status.findings));
    };
    for (ChosenTest& test : chosen_) {
      CheckedTest& row = result_.tests[test.row];
      tests_.emplace_back(std::move(test), row, settings_);
    }
    RW_TRY(EachInTurn(
        0.5, [](TestExploration&) { return 1.0; },
        [](TestExploration& test, nanoseconds share) { return test.NewInterleavings(std::min(share, kMostRecontest)); }));
    if (options_.mode != CheckMode::kFast) {
      RW_TRY(EachInTurn(
          0.5, [](TestExploration& test) { return test.steered() ? test.weight() : 0; },
          [](TestExploration& test, nanoseconds share) { return test.Impacted(share); }));
      // Once there is something new the verdict is clear; more of it is for --deep.
      if (!clear_)
        RW_TRY(EachInTurn(
            1, [](TestExploration& test) { return test.weight(); },
            [](TestExploration& test, nanoseconds share) { return test.Rest(share); }));
      for (TestExploration& test : tests_)
        if (!Interrupted() && (options_.mode == CheckMode::kDeep || !test.row().findings.empty())) RW_TRY(test.Fixed(kMostFixed));
    }
    for (TestExploration& test : tests_) {
      CheckedTest& row = test.row();
      if (row.state == TestState::kExplored && row.phases.empty()) row.state = TestState::kNoTime;
      Say(RowText(row));
    }
    OneVerdictForOneCause();
    return {};
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

  // A cause that the old version shows in one test is old in every test.
  void OneVerdictForOneCause() {
    for (CheckedTest& a : result_.tests)
      for (CheckedFinding& fresh : a.findings)
        for (const CheckedTest& b : result_.tests)
          for (const CheckedFinding& other : b.findings)
            if (fresh.is_new && !other.is_new && other.finding.id == fresh.finding.id) fresh.is_new = false;
  }

  static std::string RowText(const CheckedTest& row) {
    const std::size_t fresh =
        static_cast<std::size_t>(std::ranges::count_if(row.findings, [](const CheckedFinding& f) { return f.is_new; }));
    return fmt::format("  {:<40} {:>5} new interleavings {:>8} schedules {:>4} new {:>4} old  {:.1f} s{}{}", row.name,
                       row.new_interleavings, row.schedules, fresh, row.findings.size() - fresh, row.seconds,
                       row.note.empty() ? "" : "  ", row.note);
  }

  const CheckOptions& options_;
  CheckResult result_;
  ProgramPairs pairs_;
  std::vector<ChosenTest> chosen_;
  ExplorationSettings settings_;
  std::deque<TestExploration> tests_;
  steady_clock::time_point end_;
  bool clear_ = false;  // there is something new: the check fails
};

}  // namespace

Result<CheckResult> RunCheck(const CheckOptions& options) { return Checker(options).Run(); }

}  // namespace reweave
