#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "change/icps.h"
#include "explore/capp_labels.h"
#include "explore/explorer.h"
#include "explore/interrupt.h"
#include "select/tests.h"

namespace reweave {

using std::chrono::steady_clock;

namespace {

constexpr auto kLeastShare = std::chrono::seconds(1);
constexpr auto kMostBase = std::chrono::seconds(15);  // for the old version's side of a finding

// What is known about one program in both versions; many tests share one.
struct ProgramPair {
  std::shared_ptr<const CappLabels> labels;
  std::size_t points = 0;
  bool same = false;
};

struct Work {
  TestSpec now;
  const TestSpec* before = nullptr;
  std::size_t row = 0;   // in result_.tests
};

class Checker {
 public:
  explicit Checker(const CheckOptions& options) : options_(options) {}

  Result<CheckResult> Run() {
    start_ = steady_clock::now();
    RW_ASSIGN(const Repository repository, Repository::Open(options_.directory));
    RW_ASSIGN(result_.base, repository.Base(options_.base));
    RW_ASSIGN(result_.head, repository.Head(options_.head));
    if (result_.base.tree == result_.head.tree) {
      Say("the two versions have the same content: nothing to check");
      return std::move(result_);
    }
    for (Version* version : {&result_.base, &result_.head})
      RW_TRY(repository.Build(*version, options_.drivers, options_.jobs, options_.status));
    result_.top = repository.top();
    out_dir_ = repository.top() + "/.reweave/results";
    RW_TRY(Select());
    RW_TRY(Explore());
    result_.interrupted = Interrupted();
    result_.seconds = std::chrono::duration<double>(steady_clock::now() - start_).count();
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
    auto tests = FindTests({.subject = result_.head.build, .tests = "", .limits = {}});
    if (!tests)
      return Fail(ErrorCategory::kUsage, "the new version has no tests", result_.head.build,
                  tests.error().what() + ": " + tests.error().why(), "tests are found through CTest (enable_testing, add_test)");
    if (auto before = FindTests({.subject = result_.base.build, .tests = "", .limits = {}})) old_tests_ = std::move(*before);
    for (TestSpec& test : *tests) {
      if (!options_.only.empty() && std::ranges::find(options_.only, test.name) == options_.only.end()) continue;
      RW_TRY(Judge(test));
    }
    if (result_.tests.empty())
      return Fail(ErrorCategory::kUsage, "no such test", fmt::format("{}", fmt::join(options_.only, ", ")));
    // Those with most of the change first.
    std::ranges::sort(work_, [&](const Work& a, const Work& b) {
      return std::pair(result_.tests[b.row].points, a.now.name) < std::pair(result_.tests[a.row].points, b.now.name);
    });
    result_.changed_functions = static_cast<std::uint32_t>(changed_.size());
    result_.points = points_.size();
    return {};
  }

  Result<void> Judge(TestSpec& test) {
    CheckedTest row;
    row.name = test.name;
    const auto before = std::ranges::find(old_tests_, test.name, &TestSpec::name);
    row.new_test = before == old_tests_.end();
    if (test.disabled || test.command.empty()) {
      row.state = TestState::kDisabled;
    } else {
      row.program = test.command[0];
      RW_ASSIGN(const ProgramPair* pair,
                PairOf(row.new_test || before->command.empty() ? "" : before->command[0], test.command[0], row));
      if (pair) {
        row.points = pair->points;
        row.state = row.new_test        ? TestState::kExplored
                    : pair->same        ? TestState::kUnchanged
                    : pair->points == 0 ? TestState::kNoImpact
                                        : TestState::kExplored;
      } else {
        row.state = TestState::kNotBuilt;
      }
    }
    if (row.state == TestState::kExplored)
      work_.push_back({.now = std::move(test), .before = row.new_test ? nullptr : &*before, .row = result_.tests.size()});
    result_.tests.push_back(std::move(row));
    return {};
  }

  // Null: the program has no facts.
  Result<const ProgramPair*> PairOf(const std::string& before, const std::string& now, CheckedTest& row) {
    const auto [entry, fresh] = pairs_.try_emplace({before, now});
    if (!fresh) return entry->second ? &*entry->second : nullptr;
    auto new_facts = ReadFacts(now);
    if (!new_facts) return nullptr;
    ProgramPair& pair = entry->second.emplace();
    auto old_facts = before.empty() ? Result<Facts>(Fail(ErrorCategory::kUsage, "no old program")) : ReadFacts(before);
    if (!old_facts) return &pair;
    pair.same = old_facts->build_key() == new_facts->build_key();
    const IcpSet set = CollectIcps(Matching(*old_facts, *new_facts));
    pair.points = set.points.size();
    pair.labels = std::make_shared<const CappLabels>(*new_facts, set);
    for (const Icp& p : set.points) {
      points_.insert({p.cls, p.method, p.file, p.line, p.field});
      if (!p.is_field()) changed_.insert({p.cls, p.method});
    }
    return &pair;
  }

  // --- Exploring -------------------------------------------------------------------------------------------------------

  Result<void> Explore() {
    Say(fmt::format("{} functions changed, {} impacted code points, {} of {} tests can notice", result_.changed_functions,
                    result_.points, work_.size(), result_.tests.size()));
    const auto end = steady_clock::now() + options_.budget;
    for (std::size_t i = 0; i < work_.size() && !Interrupted(); ++i) {
      CheckedTest& row = result_.tests[work_[i].row];
      const auto left = end - steady_clock::now();
      if (left < kLeastShare) {
        row.state = TestState::kNoTime;
        continue;
      }
      // What an early test leaves of its share is the later ones'.
      RW_TRY(One(work_[i], row, left / static_cast<long>(work_.size() - i)));
      Say(RowText(row));
    }
    return {};
  }

  static std::string RowText(const CheckedTest& row) {
    const std::size_t fresh =
        static_cast<std::size_t>(std::ranges::count_if(row.findings, [](const CheckedFinding& f) { return f.is_new; }));
    return fmt::format("  {:<40} {:>8} schedules {:>4} new {:>4} old  {:.1f} s{}{}", row.name, row.schedules, fresh,
                       row.findings.size() - fresh, row.seconds, row.note.empty() ? "" : "  ", row.note);
  }

  Result<void> One(const Work& work, CheckedTest& row, std::chrono::nanoseconds share) {
    const auto begin = steady_clock::now();
    const ProgramPair* pair = nullptr;
    if (auto known =
            pairs_.find({work.before && !work.before->command.empty() ? work.before->command[0] : "", work.now.command[0]});
        known != pairs_.end() && known->second)
      pair = &*known->second;
    const bool steered = pair && pair->labels && !pair->labels->empty();
    RW_ASSIGN(bool go_on, Search(work.now, steered ? "capp:auto" : "auto", pair, steered ? share / 2 : share, row));
    if (go_on && steered && row.findings.empty() && !row.exhausted)
      RW_TRY(Search(work.now, "auto", nullptr, share - (steady_clock::now() - begin), row));
    if (work.before && !row.findings.empty())
      RW_TRY(CompareWithBase(*work.before, row, std::min<std::chrono::nanoseconds>(share, kMostBase)));
    row.seconds = std::chrono::duration<double>(steady_clock::now() - begin).count();
    return {};
  }

  Result<ExploreOptions> OptionsFor(const TestSpec& test, const std::string& strategy, const ProgramPair* pair,
                                    std::chrono::nanoseconds time) {
    ExploreOptions options;
    RW_ASSIGN(options.target.program, InspectProgram(test.command));
    options.target.program.directory = test.directory;
    options.target.program.environment = test.environment;
    options.strategy = strategy;
    options.strategy_options.seed = options_.seed;
    options.time = std::max<std::chrono::nanoseconds>(time, std::chrono::milliseconds(100));
    options.out_dir = out_dir_;
    if (pair && strategy.starts_with("capp")) {
      options.strategy_options.capp = pair->labels;
      options.target.call_marks = pair->labels->Marks(MatchMode::kLineOnStack);
    }
    options.status = [this, name = test.name](const ExploreStatus& status) {
      Status(fmt::format("{}: {} schedules, {} findings", name, status.schedules, status.findings));
    };
    return options;
  }

  // False: there is no sense in another search of this test.
  Result<bool> Search(const TestSpec& test, const std::string& strategy, const ProgramPair* pair, std::chrono::nanoseconds time,
                      CheckedTest& row) {
    auto options = OptionsFor(test, strategy, pair, time);
    auto found = options ? reweave::Explore(*options) : Result<ExploreResult>(std::unexpected(options.error()));
    if (!found) {
      if (found.error().category() == ErrorCategory::kInternal) return std::unexpected(found.error());
      row.state = TestState::kUnsupported;
      row.note = found.error().what() + (found.error().why().empty() ? "" : ": " + found.error().why());
      return false;
    }
    row.schedules += found->schedules;
    row.phases.push_back({strategy, found->schedules, found->seconds, StoppedByName(found->stopped_by)});
    row.exhausted |= found->exhausted;
    if (!found->unsupported.empty()) row.note = found->unsupported[0];
    if (!found->unsupported.empty() && found->schedules == 0) row.state = TestState::kUnsupported;
    for (Finding& finding : found->findings)
      if (std::ranges::none_of(row.findings, [&](const CheckedFinding& known) { return known.finding.id == finding.id; }))
        row.findings.push_back({.finding = std::move(finding), .phase = strategy});
    return !found->sequential && row.state != TestState::kUnsupported;
  }

  // The same cause has the same id in both versions.
  Result<void> CompareWithBase(const TestSpec& before, CheckedTest& row, std::chrono::nanoseconds time) {
    RW_ASSIGN(ExploreOptions options, OptionsFor(before, "auto", nullptr, time));
    options.keep_going = true;
    options.minimise = {};
    options.out_dir = out_dir_ + "/base";
    auto found = reweave::Explore(options);
    if (!found) {
      row.note = "the old version cannot be explored: all findings count as new";
      return {};
    }
    row.base_schedules = found->schedules;
    for (CheckedFinding& finding : row.findings)
      finding.is_new = std::ranges::find(found->findings, finding.finding.id, &Finding::id) == found->findings.end();
    // Only a search that saw everything can say that something is gone.
    for (Finding& finding : found->findings)
      if (row.exhausted &&
          std::ranges::none_of(row.findings, [&](const CheckedFinding& f) { return f.finding.id == finding.id; }))
        row.fixed.push_back(std::move(finding));
    return {};
  }

  const CheckOptions& options_;
  CheckResult result_;
  std::vector<TestSpec> old_tests_;
  std::vector<Work> work_;
  std::map<std::pair<std::string, std::string>, std::optional<ProgramPair>> pairs_;
  std::set<std::pair<std::string, std::string>> changed_;
  std::set<std::tuple<std::string, std::string, std::string, std::uint32_t, std::string>> points_;
  std::string out_dir_;
  steady_clock::time_point start_;
};

}  // namespace

Result<CheckResult> RunCheck(const CheckOptions& options) { return Checker(options).Run(); }

}  // namespace reweave
