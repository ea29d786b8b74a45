#include "evaluate/simrt_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <numeric>

#include "base/file.h"
#include "base/interrupt.h"
#include "evaluate/simrt_paper.h"
#include "evaluate/suite_generator.h"
#include "suite/native_run.h"
#include "techniques/simrt/load_history.h"
#include "techniques/simrt/races.h"

namespace reweave::inline evaluate {

namespace {

namespace fs = std::filesystem;
using Tests = std::vector<std::uint32_t>;

Result<std::unique_ptr<Store>> FreshStore(const std::string& path) {
  std::error_code error;
  for (const char* end : {"", "-wal", "-shm"}) fs::remove(path + end, error);
  return OpenSqliteStore(path, {.create = true});
}

class Measurement {
 public:
  Measurement(const Subject& subject, const SimrtBenchOptions& bench) : subject_(subject), bench_(bench) {}

  Result<SimrtRow> Run() {
    row_.subject = subject_;
    Say("building");
    RW_ASSIGN(const BuiltSubject built, BuildSubject(subject_, bench_.driver, bench_.work_dir + "/programs"));
    row_.lines_old = CountLines(subject_, "old") + built.package_lines_old;
    row_.lines_new = CountLines(subject_, "new") + built.package_lines_new;
    RW_ASSIGN(const SuiteDescription description, ReadSuiteDescription(subject_.folder + "/suite.toml"));
    base_ = bench_.work_dir + "/" + subject_.name;
    RW_TRY(WriteFile(base_ + ".tests", GenerateSuite(description, bench_.tests), "cannot write a suite"));
    options_.old_subject = built.old_program, options_.new_subject = built.new_program;
    options_.tests = base_ + ".tests";
    options_.rank_all = true;
    RW_TRY(Select());
    if (Interrupted()) return std::move(row_);
    RW_TRY(Techniques());
    RW_TRY(RunChangedNatively());
    return std::move(row_);
  }

 private:
  void Say(const std::string& text) const {
    if (bench_.progress) bench_.progress(subject_.name + ": " + text);
  }
  Progress Saying(const std::string& what) const {
    return [this, what](const std::string& text) { Say(what + ", " + text); };
  }

  Result<void> Select() {
    RW_ASSIGN(store_, FreshStore(base_ + ".db"));
    RW_ASSIGN(suite_, SelectFromSuite(options_, *store_, Saying("selecting")));
    row_.tests = suite_.tests.size();
    row_.accesses = suite_.accesses.size();
    row_.pairs = suite_.pairs.size();
    for (const SuiteProgram& program : suite_.programs)
      row_.functions += program.functions, row_.changed_functions += program.changed_functions;
    std::set<std::uint32_t> covered;
    for (const TestTargets& targets : suite_.selection.targets) covered.insert(targets.impacted.begin(), targets.impacted.end());
    row_.impacted_covered = covered.size();
    for (const SharedAccess& access : suite_.accesses) row_.impacted += access.impacted();
    row_.analysis_seconds = suite_.analysis_seconds;
    row_.selection_seconds = suite_.selection_seconds;
    row_.recording_seconds = suite_.recording_seconds;
    return {};
  }

  Result<void> Techniques() {
    const Tests everything = SelectAll(suite_.tests.size());
    const double choosing = suite_.analysis_seconds + suite_.selection_seconds;
    // The full run also says which races both versions have.
    RW_ASSIGN(const RacesResult all, Races("RTA", everything, true));
    std::set<std::string> residual;
    for (const FoundRace& race : all.races) {
      if (race.residual.value_or(false)) residual.insert(race.key);
      else row_.unpredicted += !race.predicted;
    }
    row_.residual = residual.size();
    row_.all = Of(all, residual, 0);
    RW_ASSIGN(const RacesResult changed, Races("RTSC", suite_.changed_tests, false));
    row_.changed = Of(changed, residual, choosing);
    RW_ASSIGN(const RacesResult simrt, Races("SimRT", suite_.ranking.selected, false));
    row_.simrt = Of(simrt, residual, choosing);
    RW_ASSIGN(const RacesResult without, Races("SimRT_N", SelectWithoutThreads(suite_.selection, suite_.coverage), false));
    row_.without_threads = Of(without, residual, choosing);
    return Rate(all, residual);
  }

  Result<RacesResult> Races(const std::string& technique, const Tests& order, bool residual) {
    RW_ASSIGN(const auto store, FreshStore(fmt::format("{}-{}.db", base_, technique)));
    return FindRaces(suite_, options_, {.order = order, .residual = residual}, *store, Saying(technique));
  }

  static TechniqueRun Of(const RacesResult& result, const std::set<std::string>& residual, double choosing) {
    TechniqueRun out{.tests = result.order.size(),
                     .detection = result.runs.detection,
                     .verification = result.runs.verification,
                     .seconds = result.seconds + choosing,
                     .potential = {},
                     .real = {}};
    for (const FoundRace& race : result.races) {
      if (residual.contains(race.key)) continue;
      out.potential.insert(race.key);
      if (race.confirmed) out.real.insert(race.key);
    }
    return out;
  }

  // What each test shows does not depend on the order; so one full run rates all orders.
  Result<void> Rate(const RacesResult& all, const std::set<std::string>& residual) {
    std::vector<Tests> potential(suite_.tests.size()), real(suite_.tests.size());
    for (std::uint32_t i = 0; i < all.races.size(); ++i) {
      const FoundRace& race = all.races[i];
      if (residual.contains(race.key)) continue;
      for (std::uint32_t position : race.tests) {
        potential[all.order[position]].push_back(i);
        if (race.confirmed) real[all.order[position]].push_back(i);
      }
    }
    RW_ASSIGN(const Tests blocks, ByBlocks());
    const auto random = [&](const Tests& tests, const std::vector<Tests>& reveals) -> std::optional<double> {
      double sum = 0;
      for (int seed = 1; seed <= bench_.seeds; ++seed) {
        const auto apfd = Apfd(RankRandom(tests, static_cast<std::uint64_t>(seed)), reveals);
        if (!apfd) return std::nullopt;
        sum += *apfd;
      }
      return sum / bench_.seeds;
    };
    for (const bool only_real : {false, true}) {
      const std::vector<Tests>& reveals = only_real ? real : potential;
      Orders& orders = only_real ? row_.real : row_.potential;
      const Tests everything = SelectAll(suite_.tests.size());
      orders.simrt_selected = Apfd(suite_.ranking.selected, reveals);
      orders.random_selected = random(suite_.ranking.selected, reveals);
      orders.simrt_all = Apfd(suite_.ranking.all, reveals);
      orders.blocks_all = Apfd(blocks, reveals);
      orders.random_all = random(everything, reveals);
      orders.as_given = Apfd(everything, reveals);
    }
    return {};
  }

  Result<Tests> ByBlocks() {
    std::vector<TestSpec> specs;
    for (const SuiteTest& test : suite_.tests) specs.push_back(*test.old_test);
    BlockNumbers numbers;
    ModuleCache modules;
    for (const TestSpec& spec : specs) modules.BuildKeyOf(spec);
    RW_ASSIGN(const LoadedHistories loaded, LoadHistories(*store_, specs, modules, numbers, true));
    std::vector<Tests> covered;
    for (const TestCoverage& test : loaded.tests) {
      Tests& blocks = covered.emplace_back();
      for (const TestCoverage::Entry& entry : test.entries)
        if (blocks.empty() || blocks.back() != entry.block) blocks.push_back(entry.block);
    }
    return RankByBlocks(covered, numbers.size());
  }

  // Once as they are: what selecting for races saves a developer who runs the changed code's tests anyway.
  Result<void> RunChangedNatively() {
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint32_t number : suite_.changed_tests) {
      if (Interrupted()) break;
      Say("RTSC natively, " + suite_.tests[number].name);
      RW_TRY(RunNatively(*suite_.tests[number].new_test, options_.recording.limits));
    }
    row_.changed_native_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return {};
  }

  const Subject& subject_;
  const SimrtBenchOptions& bench_;
  std::string base_;
  SuiteOptions options_;
  SuiteResult suite_;
  std::unique_ptr<Store> store_;
  SimrtRow row_;
};

}  // namespace

double SimrtRow::selected_share() const {
  return tests == 0 ? 0 : 100 * static_cast<double>(simrt.tests) / static_cast<double>(tests);
}

double SimrtRow::saved(const TechniqueRun& technique) const {
  return all.seconds <= 0 ? 0 : 100 * (all.seconds - technique.seconds) / all.seconds;
}

std::vector<std::string> SimrtRow::missed() const {
  std::vector<std::string> out;
  std::ranges::set_difference(all.real, simrt.real, std::back_inserter(out));
  return out;
}

std::optional<double> SimrtRow::wanted_apfd(bool real_races, bool all_tests) const {
  const std::size_t n = all_tests ? tests : simrt.tests;
  for (const paper::SelectionRow& row : paper::Selection()) {
    if (row.subject != subject.name || (real_races && !row.apfd_real) || n == 0) continue;
    const double published = (real_races ? *row.apfd_real : row.apfd_potential)[all_tests ? 2 : 0];
    return std::min(published, 100 - 50.0 / static_cast<double>(n) - 2);
  }
  return std::nullopt;
}

Result<SimrtBenchResult> RunSimrtBench(const SimrtBenchOptions& options) {
  SimrtBenchResult out;
  out.seeds = options.seeds;
  RW_ASSIGN(std::vector<Subject> subjects, ReadSubjects(options.subjects));
  for (const std::string& name : options.only)
    if (std::ranges::find(subjects, name, &Subject::name) == subjects.end())
      return Fail(ErrorCategory::kUsage, "no such subject", name, "in " + options.subjects);
  std::error_code error;
  fs::create_directories(options.work_dir, error);
  if (error) return Fail(ErrorCategory::kUsage, "cannot create a directory", options.work_dir, error.message());
  const auto place = [](const Subject& subject) {  // the paper's order
    const auto& rows = paper::Selection();
    return std::pair(std::ranges::find(rows, subject.name, &paper::SelectionRow::subject) - rows.begin(), subject.name);
  };
  std::ranges::sort(subjects, {}, place);
  for (const Subject& subject : subjects) {
    if (Interrupted()) break;
    if (!options.only.empty() && std::ranges::find(options.only, subject.name) == options.only.end()) continue;
    RW_ASSIGN(SimrtRow row, Measurement(subject, options).Run());
    if (!Interrupted()) out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace reweave::inline evaluate
