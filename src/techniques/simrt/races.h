// Detection and verification in the ranked order (docs/techniques/simrt.md): per test one detecting run, then for each potential
// pair that is not confirmed yet up to `tries` runs that try to bring it about. A confirmed pair is never verified again, also
// not by a later call with the same store and build.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "techniques/simrt/apfd.h"
#include "techniques/simrt/race_runs.h"
#include "techniques/simrt/suite.h"

namespace reweave::inline simrt {

struct FoundRace;

struct RacesOptions {
  bool all = false;  // the tests that are not selected too
  std::optional<std::vector<std::uint32_t>> order = std::nullopt;  // these tests instead, numbers of the suite
  std::uint32_t tries = 1;  // verification runs for each pair and test; the paper's N
  std::uint64_t seed = 1;
  bool residual = true;  // the old version is run to tell races that it has too
  // Called with each race as soon as it is confirmed, before the store is told: what must not be lost if the process is killed
  // then.
  std::function<Result<void>(const FoundRace&)> keep = {};
};

struct FoundRace {
  std::string key;
  RaceSite first, second;
  std::uint32_t program = 0;
  std::vector<std::uint32_t> tests;  // positions in the order (from 0) of the tests that showed it
  bool confirmed = false;
  bool known = false;  // confirmed by an earlier call
  std::uint64_t verifications = 0;  // NT
  std::string confirmed_by;  // test
  std::string schedule;  // encoded, of the run that confirmed it now
  std::optional<bool> residual;  // the old version has it too; nullopt: not asked
  bool predicted = false;  // it is one of the suite's pairs
};

struct RacesResult {
  std::vector<std::uint32_t> order;  // tests as they were run: indices of the suite
  std::vector<std::uint32_t> skipped;  // tests that a script or launcher starts: the engine cannot run them
  std::vector<FoundRace> races;
  RunCount runs;
  std::optional<double> apfd_potential, apfd_real;  // of regression races
  std::vector<std::pair<std::uint32_t, std::string>> trouble;  // test, how its detecting run ended
  double seconds = 0;  // of detection and verification; telling residual races is not part of it
  bool interrupted = false;
};

Result<RacesResult> FindRaces(const SuiteResult& suite, const SuiteOptions& suite_options, const RacesOptions& options,
                              Store& store, const Progress& progress);

}  // namespace reweave::inline simrt
