#include "check/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_set>

#include "base/command.h"
#include "base/counted.h"
#include "base/interrupt.h"
#include "base/nearest.h"
#include "check/additional_order.h"
#include "check/named_files.h"
#include "check/test_inputs.h"
#include "techniques/simrt/suite.h"

namespace reweave::inline check {

namespace {

constexpr std::size_t kMostReasons = 5, kMostPairs = 3;
constexpr std::size_t kLargeSuite = 40;  // tests; beyond, recording twice takes too long
constexpr auto kAnalysisTime = std::chrono::seconds(30);  // of one program; what it enters decides if that is not enough
constexpr double kUnsureWeight = 0.5;  // of a test that may not come to the change at all
constexpr std::size_t kMostUnknown = 20;  // tests of which nothing better is known that are explored like the others

// The program that a test runs and the words after it. A wrapper (env, a script that takes the program as an argument) is passed
// over: what is explored is the program.
Result<TestSpec> WithoutWrapper(TestSpec test, std::string& note) {
  const auto programs = DriverBuiltFiles(test);
  if (programs.empty()) return Fail(ErrorCategory::kTarget, "not built with the driver", test.command[0]);
  for (std::size_t i = 0; i < test.command.size(); ++i) {
    if (!programs[0].ends_with(test.command[i])) continue;
    if (i > 0) note = fmt::format("explored without {}", test.command[0]);
    test.command.erase(test.command.begin(), test.command.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  test.command[0] = programs[0];
  return test;
}

std::string SomeNames(const std::vector<TestSpec>& tests) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(tests.size(), kMost); ++i) text += (i == 0 ? "" : ", ") + tests[i].name;
  return tests.size() <= kMost ? text : fmt::format("{} and {} more", text, tests.size() - kMost);
}

std::string NearestTest(const std::string& name, const std::vector<TestSpec>& tests) {
  std::vector<std::string> names;
  names.reserve(tests.size());
  for (const TestSpec& test : tests) names.push_back(test.name);
  const auto nearest = NearestWord(name, names);
  return nearest ? fmt::format("did you mean {}?", *nearest) : "the tests are " + SomeNames(tests);
}

class Choosing {
 public:
  Choosing(SelectionInput& input, ProgramPairs& pairs, CheckResult& result)
      : input_(input),
        pairs_(pairs),
        result_(result),
        files_(FilesOfDiff(result.change.diff), {result.head.source, result.base.source, input.new_build, input.old_build}) {}

  Result<std::vector<ChosenTest>> Run() {
    pairs_.SetBuilds(input_.old_build, input_.new_build);
    for (const TestSpec& test : input_.new_tests)
      if (input_.only.empty() || std::ranges::find(input_.only, test.name) != input_.only.end()) ByProgram(test);
    std::map<std::vector<std::string>, std::size_t> same;
    for (ChosenTest& test : candidates_) test.variant = same[test.now.command]++;
    for (const std::string& name : input_.only)
      if (std::ranges::find(rows_, name, &CheckedTest::name) == rows_.end())
        return Fail(ErrorCategory::kUsage, "there is no test", name, {}, NearestTest(name, input_.new_tests));
    if (not_compared_ > 0)
      result_.notes.push_back(
          fmt::format("there was no time to compare the programs of {}: explored after the others, as if the program had changed",
                      Counted(not_compared_, "test")));
    if (!candidates_.empty() && input_.store != nullptr) {
      auto reached = ByHistory();
      if (!reached) {
        result_.notes.push_back("histories of tests cannot be used, so all tests of changed programs are chosen: " +
                                reached.error().ToString());
        for (ChosenTest& test : candidates_) Row(test).reasons.push_back("its program changed, and its history cannot be used");
      }
    }
    return Sorted();
  }

 private:
  CheckedTest& Row(const ChosenTest& test) { return rows_[test.row]; }

  void ByProgram(const TestSpec& test) {
    CheckedTest row;
    row.name = test.name;
    const auto before = std::ranges::find(input_.old_tests, test.name, &TestSpec::name);
    row.new_test = before == input_.old_tests.end();
    ChosenTest chosen{.now = test, .before = {}, .row = rows_.size()};
    if (!row.new_test && !before->command.empty() && !before->disabled) chosen.before = *before;
    row.state = Judge(chosen, row);
    const bool explore = row.state == TestState::kExplored;
    rows_.push_back(std::move(row));
    if (explore) candidates_.push_back(std::move(chosen));
  }

  TestState Judge(ChosenTest& chosen, CheckedTest& row) {
    if (chosen.now.command.empty() && chosen.now.disabled_reason.find("DISABLED") == std::string::npos) {
      row.reasons.push_back("its program is missing after the build");
      return TestState::kMissing;
    }
    if (chosen.now.disabled || chosen.now.command.empty()) return TestState::kDisabled;
    if (chosen.now.is_fixture()) {
      row.reasons.push_back("it sets up or cleans up for other tests");
      return TestState::kDisabled;
    }
    if (const auto rest = input_.rest.find(chosen.now.name); rest != input_.rest.end()) {
      row.note = rest->second;
      return TestState::kUnsupported;
    }
    auto now = WithoutWrapper(chosen.now, row.note);
    row.program = now ? now->command[0] : chosen.now.command[0];
    if (!now) return NotBuilt(chosen.now, row);
    chosen.now = std::move(*now);
    std::string ignored;
    if (chosen.before) {
      auto before = WithoutWrapper(*chosen.before, ignored);
      if (before) chosen.before = std::move(*before);
      else chosen.before.reset();
    }
    const std::string before_path = chosen.before ? chosen.before->command[0] : "";
    // What is left of the budget is for exploring: a test whose program was not compared is explored like one that changed.
    if (input_.now() >= input_.end && !pairs_.Knows(before_path, row.program)) {
      static const ProgramPair kNotCompared = [] {
        ProgramPair pair;
        pair.instrumented = true;
        pair.points = 1;
        pair.unsure = "there was no time to compare its program";
        return pair;
      }();
      ++not_compared_;
      chosen.pair = &kNotCompared;
      row.points = row.covered = 1;
      row.reaches = true;
      row.reasons.push_back(kNotCompared.unsure);
      chosen.weight = kUnsureWeight;
      return TestState::kExplored;
    }
    if (input_.status) input_.status(fmt::format("comparing {}", row.program));
    chosen.pair = &pairs_.Of(before_path, row.program);
    row.points = chosen.pair->points;
    row.reaches = true;  // until its history says otherwise
    if (!chosen.before) {
      row.reasons.push_back(row.new_test ? "the test is new" : "its old program was not built with the driver");
      return TestState::kExplored;
    }
    if (std::string why = OtherInputs(*chosen.before, chosen.now,
                                      {input_.old_build, input_.new_build, result_.base.source, result_.head.source});
        !why.empty()) {
      row.reasons.push_back(std::move(why));
      chosen.other_inputs = true;
      return TestState::kExplored;
    }
    const bool changed = !chosen.pair->same && (chosen.pair->points > 0 || chosen.pair->functions > 0);
    if (!changed && NamesChangedFile(chosen, row)) {
      chosen.other_inputs = true;
      return TestState::kExplored;
    }
    if (chosen.pair->same) {
      row.reasons.push_back("its program has the same code in both versions");
      return TestState::kUnchanged;
    }
    if (chosen.pair->points == 0 && chosen.pair->functions == 0) {
      row.reasons.push_back("its program changed only in ways that no schedule can show");
      return TestState::kNoImpact;
    }
    return TestState::kExplored;
  }

  // What a test reads from files is in no code: a test whose program names a file that changed gets a look.
  bool NamesChangedFile(ChosenTest& test, CheckedTest& row) {
    const std::string& file = files_.In(test.pair->modules);
    if (file.empty()) return false;
    row.reasons.push_back(fmt::format("{} changed, which its program names", file));
    test.targets.push_back(NumberOf(fmt::format("file {} {}", file, row.program)));
    test.weight = kUnsureWeight;
    return true;
  }

  // Its program is not there, was built without the driver, or is none of the project's (an interpreter, a tool of the system).
  TestState NotBuilt(const TestSpec& test, CheckedTest& row) const {
    namespace fs = std::filesystem;
    std::error_code error;
    const std::string& name = test.command[0];
    fs::path program = name.find('/') == std::string::npos ? fs::path(FindInPath(name)) : fs::path(test.directory) / name;
    if (program.empty() || !fs::exists(program, error)) {
      row.reasons.push_back(fmt::format("{} is missing after the build", name));
      return TestState::kMissing;
    }
    program = fs::weakly_canonical(program, error);
    row.foreign = std::ranges::none_of(
        std::vector<std::string>{input_.new_build, result_.head.source, result_.head.build}, [&](const std::string& directory) {
          const fs::path below = program.lexically_relative(fs::weakly_canonical(directory, error));
          return !directory.empty() && !below.empty() && *below.begin() != "..";
        });
    row.reasons.push_back(row.foreign ? "its program does not belong to the project"
                                      : "its program was not built with the driver");
    return TestState::kNotBuilt;
  }

  // --- Recorded coverage -----------------------------------------------------------------------------------------------

  Result<void> ByHistory() {
    SuiteOptions options;
    options.old_subject = input_.old_build;
    options.new_subject = input_.new_build;
    options.old_list = input_.old_tests;
    options.new_list.emplace();
    options.impact.effort.time = kAnalysisTime;
    options.end = input_.end;
    options.share_analysis = true;  // entered functions decide, too
    options.modules = &modules_;
    for (const ChosenTest& test : candidates_)
      if (test.before && test.pair->outline)
        options.outlines[{test.before->command[0], test.now.command[0]}] = test.pair->outline;
    options.rank_all = true;  // histories are wanted even if no pair of accesses is affected
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      if (candidates_[i].before && candidates_[i].pair->outline && !candidates_[i].other_inputs)
        options.new_list->push_back(candidates_[i].now), asked.push_back(i);
    if (asked.empty()) return {};
    options.recording.runs = asked.size() > kLargeSuite ? 1 : 2;  // what only one of them enters is entered
    const auto status = [&](const std::string& text) {
      if (input_.status) input_.status(text);
    };
    RW_ASSIGN(const SuiteResult suite, SelectFromSuite(options, *input_.store, status));
    if (suite.interrupted || Interrupted()) return {};
    for (const std::string& note : suite.notes)
      if (std::ranges::find(result_.notes, note) == result_.notes.end()) result_.notes.push_back(note);
    for (std::size_t i = 0; i < suite.tests.size() && i < asked.size(); ++i) RW_TRY(Weigh(candidates_[asked[i]], suite, i));
    std::erase_if(candidates_, [&](const ChosenTest& test) { return Row(test).state != TestState::kExplored; });
    return {};
  }

  Result<void> Weigh(ChosenTest& test, const SuiteResult& suite, std::size_t index) {
    CheckedTest& row = Row(test);
    const ProgramPair& pair = *test.pair;
    RW_ASSIGN(const auto history, input_.store->FindTest(suite.tests[index].build, suite.tests[index].name));
    const auto& pairs = suite.selection.targets[index].pairs;
    RW_ASSIGN(const std::set<std::string> entered, history ? EnteredFunctions(*history) : std::set<std::string>());
    const bool enters = std::ranges::any_of(pair.changed, [&](const auto& changed) { return entered.contains(changed.first); });
    // What a run that was cut off did enter counts; what it did not says nothing.
    if (!history || (!history->complete && !enters)) {
      row.covered = row.points;
      row.reasons.push_back(!history ? "it has no history" : "its history is incomplete: " + history->reason);
      test.weight = ByNearness(test) + static_cast<double>(pairs.size());
      AddPairReasons(suite, pairs, row);
      return {};
    }
    NoteThreads(*history, test);
    std::size_t functions = 0;
    for (const auto& [id, changed] : pair.changed) {
      if (!entered.contains(id)) continue;
      row.covered += changed.points;
      test.targets.push_back(NumberOf(id));
      if (++functions <= kMostReasons)
        row.reasons.push_back(fmt::format("it enters {} ({}:{}), which changed", changed.name, changed.file, changed.line));
    }
    AddPairReasons(suite, pairs, row);
    for (const PairThreads& covered : pairs) test.targets.push_back(NumberOf(fmt::format("pair {}", covered.pair)));
    test.weight = 1 + static_cast<double>(pairs.size() + row.covered);
    if (functions > 0 || !pairs.empty()) return {};
    for (const auto& [id, callee] : pair.near)
      if (entered.contains(id)) {
        row.reasons.push_back(fmt::format("it reaches code that calls {}, which changed", callee));
        test.targets.push_back(NumberOf("near " + id));
        test.weight = kUnsureWeight;
        row.reaches = false;
        return {};
      }
    if (!pair.unsure.empty()) {
      // Nothing tells the tests of this program apart: one of them stands for all, the others get a short look.
      row.reasons.push_back(
          "its program changed, and although its recorded run enters nothing that did, coverage is not enough to leave it out: " +
          pair.unsure);
      test.targets.push_back(NumberOf("unsure " + pair.unsure));
      test.weight = kUnsureWeight;
      return {};
    }
    row.reaches = false;
    if (history->verdict == "failed") {
      row.reasons.push_back("it failed when it was recorded");
      test.weight = kUnsureWeight;
      return {};
    }
    if (NamesChangedFile(test, row)) return {};
    row.state = TestState::kNotReached;
    row.reasons.push_back(fmt::format(
        "its recorded run enters none of the {} changed functions of its program, nor a caller of one", pair.changed.size()));
    return {};
  }

  // Nothing is known of what the test enters: the fewer calls lead from it to the change, the sooner it is explored.
  double ByNearness(ChosenTest& test) {
    const auto calls = NearnessOf(test.now.name, test.pair->main_file, test.pair->chains);
    Row(test).reasons.push_back(calls ? fmt::format("{} call{} lead from it to the change", *calls, *calls == 1 ? "" : "s")
                                      : "no chain of calls from it to the change is known");
    unknown_.insert(test.row);
    return calls ? 1.0 / (1 + *calls) : 0.01;
  }

  // A few of the pairs that its threads come to; the same line may stand for many.
  static void AddPairReasons(const SuiteResult& suite, const std::vector<PairThreads>& pairs, CheckedTest& row) {
    std::vector<std::string> told;
    for (const PairThreads& covered : pairs) {
      if (told.size() == kMostPairs) break;
      std::string reason = PairReason(suite, covered);
      if (std::ranges::find(told, reason) == told.end()) told.push_back(std::move(reason));
    }
    row.reasons.insert(row.reasons.end(), told.begin(), told.end());
    if (pairs.size() > told.size())
      row.reasons.push_back(fmt::format("its threads reach pairs of accesses that the change affects: {}", pairs.size()));
  }

  static std::string PairReason(const SuiteResult& suite, const PairThreads& covered) {
    const AccessPair& pair = suite.pairs[covered.pair];
    const SharedAccess &a = suite.accesses[pair.first], &b = suite.accesses[pair.second];
    const auto thread = [](ThreadId id) {
      return id == kFreshThread ? std::string("a new thread") : fmt::format("thread {}", id & 0xffffffff);
    };
    const auto access = [](const SharedAccess& at) {
      return fmt::format("{} {} ({}:{})", at.write ? "writes" : "reads", at.variable, at.file, at.line);
    };
    return fmt::format("{} {}, {} {}", thread(covered.first), access(a), thread(covered.second), access(b));
  }

  Result<std::set<std::string>> EnteredFunctions(const TestHistory& history) {
    std::set<std::string> out;
    for (const ModuleCoverage& module : history.modules) {
      RW_ASSIGN(const Functions* functions, FunctionsOf(module.key));
      for (const ThreadCoverage& thread : module.threads)
        for (const std::uint32_t block : thread.blocks) {
          const auto after = std::ranges::upper_bound(*functions, block, {}, &EnteredBy::first);
          if (after != functions->begin() && block < std::prev(after)->end) out.insert(*std::prev(after)->id);
        }
    }
    return out;
  }

  static void NoteThreads(const TestHistory& history, ChosenTest& test) {
    std::map<std::uint32_t, std::set<std::uint32_t>> threads;  // by process: those of several processes share nothing
    for (const ModuleCoverage& module : history.modules)
      for (const ThreadCoverage& thread : module.threads) threads[thread.process].insert(thread.thread);
    const bool several = std::ranges::any_of(threads, [](const auto& process) { return process.second.size() > 1; });
    test.threads = several ? ChosenTest::Threads::kSeveral : ChosenTest::Threads::kOne;
    test.seconds = history.seconds;
  }

  std::uint32_t NumberOf(const std::string& target) {
    return numbers_.try_emplace(target, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

  // Of a build, by block. Programs with one library have most of them in common, so that each id is kept once.
  struct EnteredBy {
    std::uint32_t first, end;  // blocks of a function
    const std::string* id;
  };
  using Functions = std::vector<EnteredBy>;
  Result<const Functions*> FunctionsOf(const std::string& key) {
    const auto [entry, fresh] = tables_.try_emplace(key);
    if (fresh) {
      RW_ASSIGN(const auto table, input_.store->FindBlocks(key));
      for (std::size_t i = 0; table && i < table->functions.size(); ++i) {
        const BlockTable::Function& function = table->functions[i];
        entry->second.push_back({function.first_block, function.first_block + static_cast<std::uint32_t>(function.lines.size()),
                                 &*ids_.insert(function.id).first});
      }
    }
    return &entry->second;
  }

  // --- Order -----------------------------------------------------------------------------------------------------------

  std::vector<ChosenTest> Sorted() {
    OrderByAddition(candidates_, numbers_.size());
    std::size_t unknown = 0;
    for (ChosenTest& test : candidates_) {
      if (!unknown_.contains(test.row) || !test.adds || ++unknown <= kMostUnknown) continue;
      test.adds = false;
      Row(test).reasons.push_back(fmt::format("{} tests that are nearer to the change come first", kMostUnknown));
    }
    std::vector<ChosenTest> sorted;  // tests that count come before the others
    for (const bool adds : {true, false})
      for (ChosenTest& test : candidates_)
        if (test.adds == adds) sorted.push_back(std::move(test));
    candidates_ = std::move(sorted);
    for (ChosenTest& test : candidates_)
      if (!test.adds && !unknown_.contains(test.row))
        Row(test).reasons.push_back("earlier tests cover everything of the change that it covers: it gets only a short time");
    std::vector<char> taken(rows_.size(), 0);
    for (ChosenTest& test : candidates_) {
      taken[test.row] = 1;
      result_.tests.push_back(std::move(rows_[test.row]));
      test.row = result_.tests.size() - 1;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!taken[i]) result_.tests.push_back(std::move(rows_[i]));
    return std::move(candidates_);
  }

  SelectionInput& input_;
  ProgramPairs& pairs_;
  CheckResult& result_;
  ModuleCache modules_;
  std::vector<CheckedTest> rows_;
  std::vector<ChosenTest> candidates_;
  std::map<std::string, Functions> tables_;
  std::unordered_set<std::string> ids_;  // of functions of all of them
  std::map<std::string, std::uint32_t> numbers_;  // of targets
  NamedFiles files_;
  std::size_t not_compared_ = 0;  // tests
  std::set<std::size_t> unknown_;  // rows of tests without a usable history
};

}  // namespace

Result<std::vector<ChosenTest>> ChooseTests(SelectionInput input, ProgramPairs& pairs, CheckResult& result) {
  return Choosing(input, pairs, result).Run();
}

}  // namespace reweave::inline check
