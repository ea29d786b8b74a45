#include "techniques/simrt/suite.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>

#include "base/counted.h"
#include "base/interrupt.h"
#include "change/builds.h"
#include "change/linking.h"
#include "facts/reader.h"
#include "suite/tests.h"
#include "techniques/simrt/load_history.h"
#include "techniques/simrt/record_suite.h"
#include "techniques/simrt/without_analysis.h"

namespace reweave::inline simrt {

namespace {

namespace fs = std::filesystem;

class Clock {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Selecting {
 public:
  Selecting(const SuiteOptions& options, Store& store, const Progress& progress)
      : options_(options), store_(store), progress_(progress), recorder_(options.recording, options.modules) {}

  Result<SuiteResult> Run() {
    RW_TRY(FindSuite());
    RW_TRY(FindPrograms());
    // Which tests enter the change is known from a recording whatever becomes of the analysis, which may take all its time. So
    // where histories are wanted in any case, they come first.
    if (options_.record && options_.rank_all) RW_TRY(RecordMissing(Half(options_.end)));
    if (!out_.interrupted) RW_TRY(Analyse());
    out_.interrupted |= Interrupted();
    if (out_.interrupted) return Everything();
    // With nothing affected no history is needed, and no test is run for one.
    if (options_.record && (out_.pairs_total > 0 || !out_.everything.empty() || gave_up_ || options_.rank_all))
      RW_TRY(RecordMissing(options_.end));
    if (out_.not_recorded > 0)
      out_.notes.push_back(Counted(out_.not_recorded, "test") + (out_.not_recorded == 1 ? " was" : " were") +
                           " not recorded: the time for it was over");
    if (out_.interrupted) return Everything();
    const Clock clock;
    RW_TRY(LoadCoverage());
    out_.selection = SelectTests(out_.accesses, out_.pairs, numbers_, out_.coverage, out_.chances);
    if (!out_.everything.empty()) SelectEverywhere(out_.everything, numbers_, out_.coverage, out_.selection);
    if (!out_.crowded.empty()) SelectCrowded(out_.accesses, out_.crowded, numbers_, out_.coverage, out_.chances, out_.selection);
    if (gave_up_) AddChosen(SelectChanged(out_.changed, numbers_, out_.coverage), SelectReason::kChanged, out_.selection);
    if (!undecided_.empty()) AddChosen(TestsOf(undecided_), SelectReason::kUndecided, out_.selection);
    out_.ranking = RankTests(out_.selection, out_.accesses.size(), out_.pairs.size(), options_.ties);
    out_.selection_seconds = clock.seconds();
    out_.changed_tests = SelectChanged(out_.changed, numbers_, out_.coverage);
    return std::move(out_);
  }

 private:
  // Cut off, nothing can be left out.
  SuiteResult Everything() {
    out_.coverage.resize(out_.tests.size());
    for (std::size_t i = 0; i < out_.tests.size(); ++i) out_.coverage[i].name = out_.tests[i].name;
    out_.selection.targets.resize(out_.tests.size());
    AddChosen(SelectAll(out_.tests.size()), SelectReason::kUndecided, out_.selection);
    out_.ranking = RankTests(out_.selection, out_.accesses.size(), out_.pairs.size(), options_.ties);
    return std::move(out_);
  }
  std::vector<std::uint32_t> TestsOf(const std::set<std::uint32_t>& programs) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < out_.tests.size(); ++i)
      if (out_.tests[i].program && programs.contains(*out_.tests[i].program)) out.push_back(i);
    return out;
  }

  Result<void> FindSuite() {
    progress_("looking for tests");
    const auto list = [&](const auto& given, const std::string& subject) -> Result<std::vector<TestSpec>> {
      if (given) return *given;
      return FindTests({.subject = subject, .tests = options_.tests});
    };
    RW_ASSIGN(std::vector<TestSpec> old_tests, list(options_.old_list, options_.old_subject));
    RW_ASSIGN(std::vector<TestSpec> new_tests, list(options_.new_list, options_.new_subject));
    std::map<std::string, std::size_t> by_name;
    for (std::size_t i = 0; i < old_tests.size(); ++i) by_name[old_tests[i].name] = i;
    std::set<std::string> kept;
    for (const TestSpec& test : new_tests) {
      if (test.disabled || test.is_fixture()) continue;
      SuiteTest entry;
      entry.name = test.name;
      if (auto old_test = by_name.find(test.name); old_test != by_name.end() && !old_tests[old_test->second].disabled)
        entry.old_test = old_tests[old_test->second];
      kept.insert(test.name);
      entry.new_test = test;
      out_.tests.push_back(std::move(entry));
    }
    std::size_t gone = 0;
    for (const TestSpec& test : old_tests) gone += !test.disabled && !test.is_fixture() && !kept.contains(test.name);
    // A list that the caller gives is what he asks about, not the whole suite.
    if (gone > 0 && !options_.new_list)
      out_.notes.push_back(Counted(gone, "test") + " of the old version " + (gone == 1 ? "is" : "are") + " not in the new one");
    out_.old_suite = std::move(old_tests);
    out_.new_suite = std::move(new_tests);
    if (out_.tests.empty())
      return Fail(ErrorCategory::kUsage, "there are no tests", options_.new_subject, "every test is disabled or a fixture",
                  "name tests by --tests");
    return {};
  }

  using Time = std::chrono::steady_clock::time_point;
  static Time Half(Time end) { return end == Time::max() ? end : Time::clock::now() + (end - Time::clock::now()) / 2; }

  // The programs that tests run, in pairs.
  Result<void> FindPrograms() {
    std::map<std::pair<std::string, std::string>, std::uint32_t> known;
    for (SuiteTest& test : out_.tests) {
      const std::vector<std::string> now = recorder_.modules().ProgramsOf(*test.new_test);
      const std::vector<std::string> before =
          test.old_test ? recorder_.modules().ProgramsOf(*test.old_test) : std::vector<std::string>();
      if (test.old_test) test.build = recorder_.modules().BuildKeyOf(*test.old_test);
      if (now.empty() || before.empty()) continue;
      auto [entry, fresh] = known.try_emplace({before.front(), now.front()}, out_.programs.size());
      if (fresh) out_.programs.push_back({.old_path = before.front(), .new_path = now.front(), .old_key = {}, .new_key = {}});
      test.program = entry->second;
      test.direct = StartedBy(*test.new_test, now.front()) && StartedBy(*test.old_test, before.front());
    }
    // A test that only the new version has still runs one of these programs.
    for (SuiteTest& test : out_.tests) {
      if (test.old_test) continue;
      const std::vector<std::string> now = recorder_.modules().ProgramsOf(*test.new_test);
      for (std::uint32_t i = 0; i < out_.programs.size() && !now.empty() && !test.program; ++i)
        if (out_.programs[i].new_path == now.front()) test.program = i, test.direct = StartedBy(*test.new_test, now.front());
    }
    if (out_.programs.empty())
      return Fail(ErrorCategory::kTarget, "cannot compare", options_.old_subject + " and " + options_.new_subject,
                  "no test runs a program that was built with Reweave's compiler driver",
                  "build both with CC=reweave-cc CXX=reweave-c++");
    return {};
  }

  Result<void> Analyse() {
    const Clock clock;
    // What is not recorded yet needs the other half.
    analysis_end_ = options_.rank_all && out_.not_recorded == 0 ? options_.end : Half(options_.end);
    for (std::uint32_t i = 0; i < out_.programs.size(); ++i) RW_TRY(AnalyseProgram(i));
    shared_.clear();
    for (const auto& [note, programs] : notes_)
      out_.notes.push_back(out_.programs.size() == 1 ? note : fmt::format("{}: {}", FirstOf(programs), note));
    out_.analysis_seconds = clock.seconds();
    return {};
  }

  // "a_test, b_test and 70 more"
  static std::string FirstOf(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 3;
    if (names.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kMost - 1, ", "), names.size() - kMost + 1);
  }

  // Of the program's change; whoever knows the programs has given it along.
  Result<std::shared_ptr<const ChangeOutline>> Outline(const SuiteProgram& program) {
    const auto known = options_.outlines.find({program.old_path, program.new_path});
    if (known != options_.outlines.end() && known->second != nullptr) return known->second;
    RW_ASSIGN(const auto change, ProgramChange::Of(program.old_path, program.new_path));
    return std::make_shared<const ChangeOutline>(OutlineOf(*change));
  }

  // Takes over what was found in a program with the same change: blocks of functions that are the same in both old programs.
  bool TakeOver(std::uint32_t number, const ChangeOutline& outline) {
    const auto known = shared_.find(outline.key);
    if (!options_.share_analysis || known == shared_.end() || !outline.changed()) return false;
    SuiteProgram& program = out_.programs[number];
    const std::uint32_t like = known->second.program;
    program.like = like;
    program.functions = outline.functions;
    program.changed_functions = out_.programs[like].changed_functions;
    for (const OldBlock& block : wanted_[like])
      if (outline.Shares(*known->second.outline, block.function)) wanted_[number].insert(block);
    return true;
  }

  Result<ChangeImpact> Impact(const ProgramChange& change, const SuiteProgram& program, const std::string& key) {
    ImpactOptions how = options_.impact;
    if (analysis_end_ != Time::max())
      how.effort.time =
          std::clamp<std::chrono::nanoseconds>(analysis_end_ - Time::clock::now(), std::chrono::nanoseconds(0), how.effort.time);
    // A loaded machine may take what recording leaves, but no more.
    if (options_.end != Time::max())
      how.effort.end = std::max(analysis_end_, Time::clock::now() + (options_.end - Time::clock::now()) * 3 / 4);
    if (how.effort.time <= std::chrono::nanoseconds(0)) {
      ChangeImpact out = ImpactWithoutAnalysis(change, "for lack of time");
      if (program.old_key == program.new_key) out.gave_up.clear(), out.notes.clear(), out.undecided = false;  // no change
      return out;
    }
    if (const auto known = too_long_.find(key); known != too_long_.end())
      return ImpactWithoutAnalysis(change, fmt::format("like that of {}", known->second));
    RW_ASSIGN(ChangeImpact impact, AnalyseChange(change, how));
    if (!impact.gave_up.empty()) too_long_.emplace(key, fs::path(program.new_path).filename().string());
    return impact;
  }

  bool StartedBy(const TestSpec& test, const std::string& program) {
    TestSpec first = test;
    first.command.resize(1);
    const std::vector<std::string> programs = recorder_.modules().ProgramsOf(first);
    return !programs.empty() && programs.front() == program;
  }

  // Function ids are unique in one program only, and several programs may have one file name.
  std::string Scoped(std::uint32_t program, const std::string& id) const {
    if (out_.programs.size() == 1 || id.empty()) return id;
    const auto name = [&](const SuiteProgram& p) { return fs::path(p.old_path).filename().string(); };
    const std::string own = name(out_.programs[program]);
    const auto alike = std::ranges::count_if(out_.programs, [&](const SuiteProgram& p) { return name(p) == own; });
    return (alike == 1 ? own : out_.programs[program].old_path) + "!" + id;
  }

  Result<void> AnalyseProgram(std::uint32_t number) {
    SuiteProgram& program = out_.programs[number];
    wanted_.resize(out_.programs.size());
    progress_(fmt::format("comparing {}", program.new_path));
    RW_ASSIGN(const auto outline, Outline(program));
    program.old_key = outline->old_build;
    program.new_key = outline->new_build;
    if (TakeOver(number, *outline)) return {};
    progress_(fmt::format("analysing {}", program.new_path));
    RW_ASSIGN(const auto change, ProgramChange::Of(program.old_path, program.new_path));
    const Facts &old_facts = change->old_facts(), &new_facts = change->new_facts();
    if (options_.same_standards)
      RW_TRY(RequireSameStandards(CompareBuilds(old_facts, new_facts), program.old_path, program.new_path));
    RW_ASSIGN(ChangeImpact impact, Impact(*change, program, outline->key));
    NoteUnexplained(change->matching(), impact);
    const bool complete = impact.gave_up.empty() && !impact.undecided;
    const auto first = static_cast<std::uint32_t>(out_.accesses.size());
    std::uint32_t classes = 0;
    for (const SharedAccess& access : out_.accesses) classes = std::max(classes, access.alias_class);
    program.first_access = first;
    program.accesses = static_cast<std::uint32_t>(impact.accesses.size());
    program.functions = impact.functions;
    program.changed_functions = impact.changed_functions;
    const std::uint32_t first_set = AddChances(number, std::move(impact.chances));
    for (SharedAccess& access : impact.accesses) {
      access.alias_class += classes;
      if (access.chances != 0) access.chances += first_set;
      wanted_[number].insert(access.blocks.begin(), access.blocks.end());
      wanted_[number].insert(access.through.begin(), access.through.end());
      for (OldBlock& block : access.blocks) block.function = Scoped(number, block.function);
      for (OldBlock& block : access.through) block.function = Scoped(number, block.function);
      const auto pretty = [&](const std::string& id) {
        const FunctionFacts* f = new_facts.FindFunction(id);
        if (!f) f = old_facts.FindFunction(id);
        return f ? f->pretty : id;
      };
      access.function = pretty(access.function);
      access.real_function = pretty(access.real_function);
      out_.accesses.push_back(std::move(access));
    }
    for (const AccessPair& pair : impact.pairs) out_.pairs.push_back({pair.first + first, pair.second + first});
    out_.pairs_total += impact.pairs_total;
    for (std::uint32_t access : impact.crowded) out_.crowded.push_back(access + first);
    for (std::uint32_t access : impact.unmapped) out_.unmapped.push_back(access + first);
    wanted_[number].insert(impact.changed.begin(), impact.changed.end());
    for (OldBlock& block : impact.changed) out_.changed.push_back({Scoped(number, block.function), block.block});
    gave_up_ |= !impact.gave_up.empty();
    if (impact.undecided) undecided_.insert(number);
    if (impact.everything() && impact.gave_up.empty()) {
      RW_ASSIGN(const std::vector<OldBlock> shared, SharedBlocks(old_facts, options_.impact.effort));
      wanted_[number].insert(shared.begin(), shared.end());
      for (const OldBlock& block : shared) out_.everything.push_back({Scoped(number, block.function), block.block});
    }
    for (const std::string& note : impact.notes) notes_[note].push_back(fs::path(program.new_path).filename().string());
    if (complete && outline->changed()) shared_.emplace(outline->key, Shared{number, outline});
    return {};
  }

  // No access stands for what is in no function: any test may notice it.
  static void NoteUnexplained(const Matching& matching, ChangeImpact& impact) {
    std::vector<std::string> what = LinkDifferences(matching.old_facts(), matching.new_facts());
    if (impact.changed.empty() && std::ranges::none_of(impact.accesses, &SharedAccess::impacted))
      std::ranges::move(Unexplained(matching), std::back_inserter(what));
    if (what.empty()) return;
    impact.undecided = true;
    impact.notes.push_back(
        fmt::format("not explained by any source line: {}: all tests of the program are selected", what.front()));
  }

  // What is added to the numbers of the program's own sets.
  std::uint32_t AddChances(std::uint32_t program, ChanceTable chances) {
    const auto take = [&](OldBlock& block) {
      wanted_[program].insert(block);
      block.function = Scoped(program, block.function);
    };
    for (auto& writers : chances.writers)
      for (auto* blocks : {&writers.any, &writers.not_main}) std::ranges::for_each(*blocks, take);
    const auto first_writers = static_cast<std::uint32_t>(out_.chances.writers.size());
    const auto first_set = static_cast<std::uint32_t>(out_.chances.sets.size());
    for (auto& set : chances.sets)
      for (Chance& chance : set) {
        take(chance.at);
        take(chance.unless);
        chance.writers += first_writers;
      }
    std::ranges::move(chances.writers, std::back_inserter(out_.chances.writers));
    std::ranges::move(chances.sets, std::back_inserter(out_.chances.sets));
    return first_set;
  }

  Result<void> RecordMissing(Time end) {
    const Clock clock;
    std::vector<std::size_t> missing;
    std::map<std::string, std::size_t> by_name;
    for (std::size_t i = 0; i < out_.old_suite.size(); ++i) by_name[out_.old_suite[i].name] = i;
    for (const SuiteTest& test : out_.tests) {
      if (!test.old_test) continue;
      RW_ASSIGN(const auto known, store_.FindTest(test.build, test.name));
      if (!known) missing.push_back(by_name[test.name]);
    }
    RW_ASSIGN(const RecordedSuite done, RecordSuite(out_.old_suite, std::move(missing), options_.old_subject, {end, options_.end},
                                                    recorder_, store_, progress_));
    out_.not_recorded = done.not_recorded;
    out_.recorded += done.recorded;
    out_.interrupted |= done.interrupted;
    out_.recording_seconds += clock.seconds();
    return {};
  }

  // Only blocks that an access or a change has: the rest of a history does not matter here.
  Result<void> LoadCoverage() {
    progress_("selecting");
    for (const SharedAccess& access : out_.accesses)
      for (const auto* blocks : {&access.blocks, &access.through})
        for (const OldBlock& block : *blocks) numbers_.Add(block);
    for (const auto& set : out_.chances.sets)
      for (const Chance& chance : set) numbers_.Add(chance.at), numbers_.Add(chance.unless);
    for (const auto& writers : out_.chances.writers)
      for (const auto* blocks : {&writers.any, &writers.not_main})
        for (const OldBlock& block : *blocks) numbers_.Add(block);
    for (const OldBlock& block : out_.changed) numbers_.Add(block);
    for (const OldBlock& block : out_.everything) numbers_.Add(block);
    for (const SuiteTest& test : out_.tests) {
      TestCoverage& coverage = out_.coverage.emplace_back();
      coverage.name = test.name;
      coverage.known = false;
      coverage.note = test.old_test ? "" : "the test is new";
      RW_ASSIGN(const auto verdict, store_.LastVerdict(coverage.name));
      coverage.failed_last = verdict && *verdict == "failed";
    }
    for (std::uint32_t program = 0; program < out_.programs.size(); ++program) RW_TRY(LoadProgramCoverage(program));
    // Nothing is asked of histories if nothing is affected.
    if (out_.pairs_total == 0 && out_.everything.empty() && !gave_up_)
      for (TestCoverage& coverage : out_.coverage) coverage.known = coverage.complete = true;
    return {};
  }

  Result<void> LoadProgramCoverage(std::uint32_t program) {
    std::vector<TestSpec> specs;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < out_.tests.size(); ++i)
      if (out_.tests[i].program == program && out_.tests[i].old_test)
        specs.push_back(*out_.tests[i].old_test), numbers.push_back(i);
    BlockNumbers own;
    for (const OldBlock& block : wanted_[program]) own.Add(block);
    RW_ASSIGN(LoadedHistories loaded, LoadHistories(store_, specs, recorder_.modules(), own, false));
    if (!loaded.unknown.empty())
      out_.notes.push_back(fmt::format("{} of the recorded tests {} not in the suite any more ({}{}): ignored",
                                       loaded.unknown.size(), loaded.unknown.size() == 1 ? "is" : "are", loaded.unknown.front(),
                                       loaded.unknown.size() == 1 ? "" : ", ..."));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!loaded.tests[i].known) continue;
      TestCoverage& coverage = out_.coverage[numbers[i]];
      const bool failed = coverage.failed_last;
      coverage = std::move(loaded.tests[i]);
      coverage.failed_last |= failed;
      const std::uint32_t scope = out_.programs[program].like.value_or(program);
      coverage.Renumber(
          [&](std::uint32_t block) { return numbers_.Add({Scoped(scope, own[block].function), own[block].block}); });
    }
    return {};
  }

  const SuiteOptions& options_;
  Store& store_;
  const Progress& progress_;
  Recorder recorder_;
  std::vector<std::set<OldBlock>> wanted_;  // by program, with its own function ids
  BlockNumbers numbers_;
  bool gave_up_ = false;  // the analysis of some program
  Time analysis_end_ = Time::max();
  std::map<std::string, std::string> too_long_;  // changes of programs whose analysis was given up: one of them
  std::map<std::string, std::vector<std::string>> notes_;  // with the programs that they are about
  struct Shared {
    std::uint32_t program;
    std::shared_ptr<const ChangeOutline> outline;
  };
  std::map<std::string, Shared> shared_;  // programs that were analysed to the end, by their change
  std::set<std::uint32_t> undecided_;  // programs of which nothing can be left out
  SuiteResult out_;
};

}  // namespace

bool SuiteResult::affected() const {
  return std::ranges::any_of(accesses, [](const SharedAccess& access) { return access.impacted(); });
}

Result<SuiteResult> SelectFromSuite(const SuiteOptions& options, Store& store, const Progress& progress) {
  return Selecting(options, store, progress).Run();
}

}  // namespace reweave::inline simrt
