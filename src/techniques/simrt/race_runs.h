// Runs of one test under the engine that look for races: one that detects, others that try to bring a pair about.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "detect/races.h"
#include "explore/schedule/plan.h"
#include "facts/reader.h"
#include "suite/recorder.h"
#include "suite/test.h"
#include "trace/trace.h"

namespace reweave::inline simrt {

// One of the two accesses of a race, by its place in the program: the same in every run of a build.
struct RaceSite {
  std::string id;  // function, block by content, number in the block, direction
  std::string file, function, variable;
  std::uint32_t line = 0;
  bool write = false;
  std::uint32_t function_index = 0, access = ~0u;  // in the program's own facts; ~0: elsewhere (a library)
};

// A pair of places that a run showed, unordered.
struct SeenPair {
  std::string key;  // both ids, the smaller first
  RaceSite first, second;
  detect::RacePair pair;  // of the detecting run
};

class FactsCache {
 public:
  // Null: the file has none.
  const Facts* Find(const std::string& path);

 private:
  std::map<std::string, std::shared_ptr<const Facts>> facts_;
};

class RaceRuns {
 public:
  RaceRuns(const TestSpec& test, std::string program, const RunLimits& limits, FactsCache& facts)
      : test_(test), program_(std::move(program)), limits_(limits), facts_(facts) {}

  // One run, under a random scheduler, with the hybrid detector (lock hand-over orders nothing): all pairs, each once.
  Result<std::vector<SeenPair>> Detect(std::uint64_t seed);
  // One run that holds back either access until both are next (RaceFuzzer); the first of its plans differ by `attempt`. True:
  // both were made side by side.
  Result<bool> Verify(const SeenPair& pair, std::uint32_t attempt, std::uint64_t seed);
  bool interrupted() const { return interrupted_; }
  // How the detecting run ended, "" if it passed.
  const std::string& trouble() const { return trouble_; }
  const std::string& schedule() const { return schedule_; }  // of the last confirmed pair, encoded

 private:
  Result<Trace> Run(const Plan& plan);
  RaceSite SiteOf(const detect::RacingAccess& access) const;

  const TestSpec& test_;
  std::string program_;
  RunLimits limits_;
  FactsCache& facts_;
  Plan plan_;
  Trace trace_;  // of the detecting run
  std::vector<Module> modules_;
  std::string trouble_, schedule_;
  bool interrupted_ = false;
};

}  // namespace reweave::inline simrt
