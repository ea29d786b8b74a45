#include "techniques/simrt/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>

#include "base/interrupt.h"
#include "suite/fixtures.h"

namespace reweave::inline simrt {

namespace {

class Session {
 public:
  Session(const SuiteResult& suite, const SuiteOptions& suite_options, const RacesOptions& options, Store& store,
          const Progress& progress)
      : suite_(suite),
        old_fixtures_(suite.old_suite),
        new_fixtures_(suite.new_suite),
        limits_(suite_options.recording.limits),
        options_(options),
        store_(store),
        progress_(progress) {}

  Result<RacesResult> Run() {
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint32_t p = 0; p < suite_.programs.size(); ++p) RW_TRY(ReadConfirmed(p));
    for (std::uint32_t test : Order()) {
      if (Interrupted() || out_.interrupted) break;
      RW_TRY(Test(test));
    }
    out_.interrupted |= Interrupted();
    out_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (options_.residual && !out_.interrupted) RW_TRY(Residual());
    Measure();
    return std::move(out_);
  }

 private:
  const std::vector<std::uint32_t>& Order() const {
    return options_.order ? *options_.order : options_.all ? suite_.ranking.all : suite_.ranking.selected;
  }

  Result<void> ReadConfirmed(std::uint32_t program) {
    RW_ASSIGN(const auto known, store_.Confirmed(suite_.programs[program].new_key));
    for (const ConfirmedPair& pair : known) confirmed_[{program, pair.pair}] = pair.test;
    return {};
  }

  void TakeKnown(FoundRace& race) const {
    if (auto known = confirmed_.find({race.program, race.key}); known != confirmed_.end())
      race.confirmed = race.known = true, race.confirmed_by = known->second;
  }

  static std::string Absolute(const std::string& path) { return std::filesystem::absolute(path).string(); }

  Result<void> Test(std::uint32_t number) {
    const SuiteTest& test = suite_.tests[number];
    if (!test.program || !test.new_test || !test.direct) {
      out_.skipped.push_back(number);
      return {};
    }
    const auto position = static_cast<std::uint32_t>(out_.order.size());
    out_.order.push_back(number);
    progress_(fmt::format("test {} of {}: {}", position + 1, Order().size(), test.name));
    if (auto ready = new_fixtures_.SetUp(test.name); !ready) {
      out_.trouble.emplace_back(number, ready.error().ToString());
      return {};
    }
    RaceRuns runs(*test.new_test, Absolute(suite_.programs[*test.program].new_path), limits_, facts_);
    RW_ASSIGN(const std::vector<SeenPair> pairs, runs.Detect(options_.seed));
    ++out_.runs.detection;
    if (!runs.trouble().empty()) out_.trouble.emplace_back(number, runs.trouble());
    for (const SeenPair& pair : pairs) {
      FoundRace& race = RaceOf(*test.program, pair);
      race.tests.push_back(position);
      if (!race.confirmed) {  // another process may have done it meanwhile
        RW_TRY(ReadConfirmed(race.program));
        TakeKnown(race);
      }
      for (std::uint32_t attempt = 0; attempt < options_.tries && !race.confirmed && !runs.interrupted(); ++attempt) {
        RW_ASSIGN(race.confirmed, runs.Verify(pair, attempt, options_.seed + attempt));
        ++race.verifications, ++out_.runs.verification;
        if (!race.confirmed) continue;
        race.confirmed_by = test.name;
        race.schedule = runs.schedule();
        if (options_.keep) RW_TRY(options_.keep(race));
        RW_TRY(store_.Confirm({.build = suite_.programs[*test.program].new_key,
                               .pair = race.key,
                               .test = test.name,
                               .detail = fmt::format("seed {}", options_.seed + attempt),
                               .at = std::time(nullptr)}));
      }
    }
    out_.interrupted |= runs.interrupted();
    return {};
  }

  FoundRace& RaceOf(std::uint32_t program, const SeenPair& pair) {
    auto [entry, fresh] = by_key_.try_emplace({program, pair.key}, out_.races.size());
    if (!fresh) return out_.races[entry->second];
    FoundRace& race = out_.races.emplace_back();
    race.key = pair.key;
    race.first = pair.first;
    race.second = pair.second;
    race.program = program;
    race.predicted = Predicted(pair);
    TakeKnown(race);
    return race;
  }

  bool Predicted(const SeenPair& pair) const {
    const auto is = [](const SharedAccess& access, const RaceSite& site) {
      return access.line == site.line && access.write == site.write && access.file == site.file;
    };
    // Not all pairs are listed: two accesses of one variable are enough.
    if (suite_.pairs_total > suite_.pairs.size()) {
      std::set<std::uint32_t> classes;
      for (const SharedAccess& access : suite_.accesses)
        if (is(access, pair.first)) classes.insert(access.alias_class);
      return std::ranges::any_of(suite_.accesses,
                                 [&](const SharedAccess& b) { return is(b, pair.second) && classes.contains(b.alias_class); });
    }
    return std::ranges::any_of(suite_.pairs, [&](const AccessPair& p) {
      const SharedAccess &a = suite_.accesses[p.first], &b = suite_.accesses[p.second];
      return (is(a, pair.first) && is(b, pair.second)) || (is(a, pair.second) && is(b, pair.first));
    });
  }

  // Races that the old version has too: the same two accesses, seen by the same tests there.
  Result<void> Residual() {
    std::map<std::uint32_t, std::set<std::string>> wanted;  // old keys by program
    std::vector<std::string> old_key(out_.races.size());
    std::set<std::uint32_t> tests;
    for (std::uint32_t p = 0; p < suite_.programs.size(); ++p) {
      if (std::ranges::none_of(out_.races, [&](const FoundRace& race) { return race.program == p; })) continue;
      const auto change = ProgramChange::Of(suite_.programs[p].old_path, suite_.programs[p].new_path);
      if (!change) continue;
      const Matching& matching = (*change)->matching();
      for (std::size_t i = 0; i < out_.races.size(); ++i) {
        FoundRace& race = out_.races[i];
        if (race.program != p) continue;
        race.residual = false;
        const std::string a = OldId(matching, race.first), b = OldId(matching, race.second);
        if (a.empty() || b.empty()) continue;
        old_key[i] = a <= b ? a + " | " + b : b + " | " + a;
        for (std::uint32_t position : race.tests) tests.insert(out_.order[position]);
      }
    }
    std::set<std::pair<std::uint32_t, std::string>> seen;
    for (std::uint32_t number : tests) {
      const SuiteTest& test = suite_.tests[number];
      if (!test.old_test || Interrupted()) continue;
      progress_(fmt::format("old version: {}", test.name));
      if (!old_fixtures_.SetUp(test.name)) continue;
      RaceRuns runs(*test.old_test, Absolute(suite_.programs[*test.program].old_path), limits_, facts_);
      RW_ASSIGN(const std::vector<SeenPair> pairs, runs.Detect(options_.seed));
      for (const SeenPair& pair : pairs) seen.insert({*test.program, pair.key});
    }
    for (std::size_t i = 0; i < out_.races.size(); ++i)
      if (!old_key[i].empty()) out_.races[i].residual = seen.contains({out_.races[i].program, old_key[i]});
    return {};
  }

  // The id of the access in the old version; "": it is not there unmodified.
  static std::string OldId(const Matching& matching, const RaceSite& site) {
    if (site.access == ~0u) return "";
    const FunctionMatch& match = matching.of(site.function_index);
    if (match.old_function == kNoMatch || match.accesses[site.access] == kNoMatch) return "";
    const FunctionFacts& before = matching.old_facts().functions()[match.old_function];
    const AccessSite& access = before.accesses[match.accesses[site.access]];
    const BlockFacts& block = before.blocks[access.block];
    return fmt::format("{}/{}.{}/{}:{}", before.id, ToHex(block.hash).substr(0, 12), block.occurrence, access.ordinal,
                       site.write ? "W" : "R");
  }

  void Measure() {
    std::vector<std::uint32_t> order(out_.order.size());
    std::vector<std::vector<std::uint32_t>> potential(order.size()), real(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::uint32_t i = 0; i < out_.races.size(); ++i) {
      const FoundRace& race = out_.races[i];
      if (race.residual.value_or(false)) continue;
      for (std::uint32_t position : race.tests) {
        potential[position].push_back(i);
        if (race.confirmed) real[position].push_back(i);
      }
    }
    out_.apfd_potential = Apfd(order, potential);
    out_.apfd_real = Apfd(order, real);
  }

  const SuiteResult& suite_;
  FixtureRuns old_fixtures_, new_fixtures_;
  RunLimits limits_;
  RacesOptions options_;
  Store& store_;
  const Progress& progress_;
  FactsCache facts_;
  std::map<std::pair<std::uint32_t, std::string>, std::string> confirmed_;  // test that did it
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> by_key_;
  RacesResult out_;
};

}  // namespace

Result<RacesResult> FindRaces(const SuiteResult& suite, const SuiteOptions& suite_options, const RacesOptions& options,
                              Store& store, const Progress& progress) {
  return Session(suite, suite_options, options, store, progress).Run();
}

}  // namespace reweave::inline simrt
