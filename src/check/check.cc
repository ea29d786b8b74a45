#include "check/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <set>

#include "base/counted.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "check/baseline.h"
#include "check/build_directory.h"
#include "check/build_log.h"
#include "check/build_system.h"
#include "check/change_text.h"
#include "check/corpus.h"
#include "check/harness.h"
#include "check/last_check.h"
#include "check/plain_sources.h"
#include "check/selection.h"
#include "check/tool_id.h"
#include "check/verdict_cache.h"
#include "check/workspace.h"
#include "report/check_json.h"
#include "report/check_merge.h"
#include "report/check_verdict.h"
#include "report/reach.h"
#include "suite/shards.h"

namespace reweave::inline check {

using std::chrono::nanoseconds, std::chrono::steady_clock;

namespace {

// Recording, analysis and choosing get at most this part of the budget: the rest must be enough to explore something.
constexpr int kSelectionPart = 4;
constexpr std::uint64_t kMostResults = 256u << 20;  // bytes of schedules that stay

class Checker {
 public:
  explicit Checker(const CheckOptions& options) : options_(options) {}

  Result<CheckResult> Run() {
    const auto start = steady_clock::now();
    RW_ASSIGN(const Repository repository, Repository::Open(options_.directory));
    result_.top = repository.top();
    RW_TRY(PrepareWorkspace(result_.top));
    result_.shard = {.part = options_.shard.part, .of = options_.shard.of, .plan = {}};
    RW_ASSIGN(config_, ReadConfig(result_.top + "/reweave.toml"));
    FindBuild();
    const std::string asked = options_.base.empty() ? config_.check.base.value_or("") : options_.base;
    RW_ASSIGN(result_.head, repository.Head(options_.head));
    const bool since_last = options_.since_last && CompareWithLast(repository);
    if (!since_last) {
      RW_ASSIGN(result_.base, repository.Base(asked));
      if (asked.empty() && result_.base.tree == result_.head.tree) CompareWithParent(repository);
    }
    if (since_last && result_.base.tree == result_.head.tree) {
      Say("nothing was edited since the last check");
      return std::move(result_);
    }
    if (result_.base.tree == result_.head.tree) {
      Say("the two versions have the same content: nothing to check");
      return std::move(result_);
    }
    RW_TRY(ReadBaselineFile());
    const VerdictCache verdicts(result_.top);
    const std::string key = Key();
    if (!options_.again && !options_.keep)
      if (auto known = verdicts.Find(key)) {
        RW_TRY(RememberAsLast(*known));
        return Known(std::move(*known), start);
      }
    RW_ASSIGN(result_.change, ReadChange(repository, result_.base, result_.head));
    // The new version first: whether there are tests is known once it is configured.
    Repository::BuildOptions how{.drivers = options_.drivers,
                                 .jobs = options_.jobs,
                                 .say = options_.status,
                                 .needs_tests = true,
                                 .warn =
                                     [this](const std::string& text) {
                                       Say(text);
                                       result_.notes.push_back(text);
                                     },
                                 .only = options_.only,
                                 .beside = result_.base.tree};
    RW_ASSIGN(const Fd head_lock, repository.Build(result_.head, config_, how));
    how.needs_tests = false;
    how.only.clear();
    how.beside = result_.head.tree;
    RW_ASSIGN(const Fd base_lock, repository.Build(result_.base, config_, how));
    end_ = steady_clock::now() + Budget();
    RW_TRY(Select());
    RW_TRY(Explore());
    Accept(result_, baseline_);
    UseUsersPaths();
    result_.interrupted = Interrupted();
    result_.seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
    if (!result_.interrupted) {
      RW_TRY(verdicts.Put(key, result_));
      RW_TRY(RememberAsLast(result_));
    }
    if (options_.keep) RW_TRY(KeepSchedules());
    std::set<std::string> schedules;
    const auto stays = [&](const Finding& finding) { schedules.insert(finding.schedule_file); };
    for (const CheckedTest& test : result_.tests) {
      for (const CheckedFinding& finding : test.findings) stays(finding.finding);
      for (const Finding& finding : test.fixed) stays(finding);
      for (const Finding& finding : test.timing) stays(finding);
    }
    CollectResults(result_.top, schedules, kMostResults);
    repository.Collect(config_.cache.builds);
    return std::move(result_);
  }

 private:
  // A project without build files, whose tests are files with a main. Where several directories have build files, nobody knows
  // which.
  void BuildPlainly() {
    const PlainSources sources = LookAtPlainSources(result_.top);
    if (sources.tests.empty() || HasBuildFiles(result_.top)) return;
    config_.build.system = "commands";
    config_.build.build = PlainBuild(sources);
    if (config_.tests.programs.empty()) config_.tests.programs = {"tests/*"};
    const std::string said = fmt::format("there are no build files: {} compiled one by one (reweave init writes the commands)",
                                         Counted(sources.tests.size(), "source of a test is", "sources of tests are"));
    Say(said);
    result_.notes.push_back(said);
  }

  // A library of headers, whose build files have no tests, but directories of tests have makefiles.
  void MakeTests() {
    const std::vector<std::string> directories = MakefilesOfTests(result_.top);
    if (directories.empty()) return;
    config_.build.system = "commands";
    config_.build.build = MakeEach(directories);
    const std::string said =
        fmt::format("the build files at the top have no tests: make builds those in {} ([build] directory names another)",
                    fmt::join(directories, ", "));
    Say(said);
    result_.notes.push_back(said);
  }

  // A project whose build files are not at its top.
  void FindBuild() {
    if (!config_.build.system.empty() || config_.build.directory != ".") return;
    const std::string found = FindBuildDirectory(result_.top);
    if (found.empty()) BuildPlainly();
    if (found == "." && config_.tests.list.empty()) MakeTests();
    if (found.empty() || found == ".") return;
    config_.build.directory = found;
    Say(fmt::format("{}: building {} ([build] directory)",
                    DetectBuildSystem(result_.top).empty() ? "there is nothing to build with at the top of the project"
                                                           : "the tests are a project of their own",
                    found));
  }

  // False: there was no check before, or git does not have its content any more.
  bool CompareWithLast(const Repository& repository) {
    const auto last = ReadLastCheck(result_.top);
    if (!last || !repository.Has(last->tree)) {
      Say("no earlier check is known here: comparing with the base of a usual check");
      return false;
    }
    result_.base.label = "the last check";
    result_.base.commit = last->commit;
    result_.base.tree = last->tree;
    // Its findings are old ones here, if they are seen at all: nobody should take silence for a fix.
    if (last->verdict != Text(CheckVerdict::kNothingNew))
      result_.notes.push_back(
          fmt::format("the verdict of the last check was: {}. This check is only about the edit since then", last->verdict));
    return true;
  }

  // A check of some of the tests says nothing about the others.
  Result<void> RememberAsLast(const CheckResult& result) const {
    if (!options_.only.empty() || options_.shard.of != 0) return {};
    return WriteLastCheck(result_.top, result);
  }

  // Tests print the paths that they were compiled with.
  void UseUsersPaths() {
    const auto use = [&](Finding& finding) {
      for (std::string* text : {&finding.output, &finding.errors, &finding.message})
        *text = InUsersPaths(std::move(*text), result_.head.source);
    };
    for (CheckedTest& test : result_.tests) {
      for (CheckedFinding& checked : test.findings) use(checked.finding);
      std::ranges::for_each(test.timing, use);
    }
  }

  // On the branch that others are compared with, the base that is found by looking is HEAD itself.
  void CompareWithParent(const Repository& repository) {
    auto parent = repository.Base("HEAD~1");
    if (!parent) return;  // the first commit
    result_.base = std::move(*parent);
    Say("HEAD is the base that other branches are compared with: comparing with the commit before it, HEAD~1");
  }

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

  std::string StoreName() const {
    return !options_.store.empty() ? options_.store : config_.check.store.value_or(result_.top + "/.reweave/history.db");
  }
  // Its content, so that an edit of it counts; "" also if it cannot be read, which exploring will say.
  std::string SuppressionsText() const {
    const std::string path = Configured(config_.check.suppressions);
    const std::string own = path.empty() ? "" : ReadFile(path, "").value_or("");
    return options_.default_suppressions ? own : own + "\nno bundled ones";
  }

  // What divides the tests into parts; "" also if it cannot be read, which dividing them will say.
  std::string TimesText() const { return options_.times.empty() ? "" : ReadFile(options_.times, "").value_or(""); }

  // Everything that the result depends on. Of the store only its name: what is in it grows with every check.
  std::string Key() const {
    return fmt::format("{} {} {} {} {}\n{} {}\n{}\n{}\n{}\n{}\n{} {}\n{}\n{}\n{}/{} {}", result_.base.tree, result_.base.label,
                       result_.head.tree, result_.head.label, ToolId(options_.drivers), static_cast<int>(options_.mode),
                       Budget().count(), Seed(), fmt::join(options_.only, "\n"), fmt::join(baseline_, " "), config_.text,
                       Corpus(result_.top).Fingerprint(), result_.top, StoreName(), SuppressionsText(), options_.shard.part,
                       options_.shard.of, TimesText());
  }

  Result<CheckResult> Known(CheckResult known, steady_clock::time_point start) const {
    Say("the same check was made before: this is its result, and nothing was run (--again runs it again)");
    known.seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
    known.base.reused = known.head.reused = true;
    return known;
  }

  Result<void> KeepSchedules() {
    RW_ASSIGN(const std::size_t kept, Corpus(result_.top).Keep(result_));
    Say(Counted(kept, "schedule") + " added to .reweave/corpus. Commit them, and every later check replays them first.");
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
                      ? "tests of CTest are found automatically (enable_testing, add_test); name others in reweave.toml"
                      : tests.error().hint());
    input.new_tests = std::move(*tests);
    if (auto before = TestsOf(config_, result_.base)) input.old_tests = std::move(*before);
    NoteRemovedTests(input.old_tests, input.new_tests);
    input.end = steady_clock::now() + Budget() / kSelectionPart;
    Harnesses split = SplitHarnesses(std::move(input.new_tests), std::move(input.old_tests), input.end, options_.status);
    input.new_tests = std::move(split.now);
    input.old_tests = std::move(split.before);
    input.rest = std::move(split.rest);
    for (std::string& note : split.notes) result_.notes.push_back(std::move(note));
    input.old_build = ProgramDirectory(config_, result_.base);
    input.new_build = ProgramDirectory(config_, result_.head);
    input.only = options_.only;
    input.status = options_.status;
    old_fixtures_.emplace(input.old_tests);
    new_fixtures_.emplace(input.new_tests);
    auto store = OpenStore(StoreName(), {.create = true});
    if (store) input.store = store->get();
    else
      result_.notes.push_back("histories of tests cannot be used, so all tests of changed programs are chosen: " +
                              store.error().ToString());
    if (options_.shard.of != 0) RW_TRY(TakeShard(input.new_tests, input.store));
    RW_ASSIGN(chosen_, ChooseTests(std::move(input), pairs_, result_));
    result_.changed_functions = pairs_.changed_functions();
    result_.points = pairs_.points();
    for (const std::string& note : pairs_.notes()) result_.notes.push_back(note);
    Say(fmt::format("{} changed, {}, {} of {} can notice the change", Counted(result_.changed_functions, "function"),
                    Counted(result_.points, "impacted code point"), chosen_.size(), Counted(result_.tests.size(), "test")));
    return {};
  }

  void NoteRemovedTests(const std::vector<TestSpec>& before, const std::vector<TestSpec>& now) {
    std::set<std::string> names;
    for (const TestSpec& test : now) names.insert(test.name);
    const auto gone = std::ranges::count_if(
        before, [&](const TestSpec& test) { return !test.disabled && !test.is_fixture() && !names.contains(test.name); });
    if (gone > 0)
      result_.notes.push_back(Counted(static_cast<std::uint64_t>(gone), "test") + " of the old version " +
                              (gone == 1 ? "is" : "are") + " not in the new one");
  }

  // Leaves the tests of this part. Every part must divide the suite in the same way: the times come from one file, or from a
  // server that keeps the division that the first part made. A store of this machine alone does not count.
  Result<void> TakeShard(std::vector<TestSpec>& tests, Store* store) {
    std::vector<std::string> names;
    names.reserve(tests.size());
    for (const TestSpec& test : tests) names.push_back(test.name);
    std::map<std::string, double> seconds;
    if (!options_.times.empty()) {
      RW_ASSIGN(const std::string text, ReadFile(options_.times, "cannot read the times of the tests"));
      RW_ASSIGN(const CheckResult before, ReadCheckJson(text, options_.times));
      for (const CheckedTest& test : before.tests) seconds[test.name] = test.seconds;
    }
    const bool shared = options_.times.empty() && store != nullptr && IsServerStore(StoreName());
    if (shared) {
      RW_ASSIGN(seconds, store->TestSeconds());
    }
    std::vector<unsigned> parts = AssignShards(names, seconds, options_.shard.of);
    if (shared) {
      const std::string key = fmt::format("shards {} {} {} {}", result_.base.tree, result_.head.tree, options_.shard.of,
                                          ShardPlanId(names, std::vector<unsigned>(names.size(), 0)));
      RW_ASSIGN(const std::string agreed, store->Agree(key, EncodeShards(names, parts)));
      parts = DecodeShards(agreed, names, options_.shard.of).value_or(parts);
    }
    result_.shard.plan = ShardPlanId(names, parts);
    std::vector<TestSpec> own;
    for (std::size_t i = 0; i < tests.size(); ++i)
      if (parts[i] == options_.shard.part) own.push_back(std::move(tests[i]));
    tests = std::move(own);
    Say(fmt::format("part {} of {}: {} of {} tests", options_.shard.part, options_.shard.of, tests.size(), names.size()));
    return {};
  }

  Result<void> Explore() {
    const Corpus corpus(result_.top);
    ExplorationInput input;
    input.rows = std::move(result_.tests);
    input.chosen = std::move(chosen_);
    input.mode = options_.mode;
    input.jobs = options_.jobs;
    input.corpus = [&](const std::string& test) { return corpus.Of(test); };
    input.progress = options_.progress;
    input.settings.seed = Seed();
    input.settings.suppressions = Configured(config_.check.suppressions);
    input.settings.default_suppressions = options_.default_suppressions;
    input.settings.out_dir = result_.top + "/.reweave/results";
    input.settings.saturate = options_.mode != CheckMode::kDeep;
    input.settings.keep_going = options_.mode == CheckMode::kDeep;
    input.settings.accepted = baseline_;
    input.settings.end = end_;
    input.settings.old_fixtures = &*old_fixtures_;
    input.settings.new_fixtures = &*new_fixtures_;
    // The same pair the other way round: what of the old program stands for the change.
    input.settings.old_labels = [&](const ChosenTest& test) -> std::shared_ptr<const CappLabels> {
      const std::lock_guard lock(reversed_mutex_);
      return test.before ? reversed_.Of(test.now.command[0], test.before->command[0]).labels : nullptr;
    };
    const Engine engine = RealEngine();
    RW_ASSIGN(result_.tests, ExploreTests(std::move(input), engine));
    OneVerdictForOneCause(result_);
    result_.unreached = Unreached(result_);
    return {};
  }

  const CheckOptions& options_;
  CheckResult result_;
  Config config_;
  std::set<std::string> baseline_;
  ProgramPairs pairs_;
  std::vector<ChosenTest> chosen_;
  std::optional<FixtureRuns> old_fixtures_, new_fixtures_;  // cleaned up at the end
  ProgramPairs reversed_;
  std::mutex reversed_mutex_;
  steady_clock::time_point end_;  // of the budget
};

}  // namespace

Result<Config> ConfigOf(const std::string& directory) {
  RW_ASSIGN(const Repository repository, Repository::Open(directory));
  return ReadConfig(repository.top() + "/reweave.toml");
}

Result<CheckResult> RunCheck(const CheckOptions& options) { return Checker(options).Run(); }

}  // namespace reweave::inline check
