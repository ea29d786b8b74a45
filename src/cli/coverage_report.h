// What `reweave coverage` found out, as text and as JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "detect/patterns.h"
#include "findings/finding.h"
#include "techniques/pcr/search.h"
#include "techniques/pcr/uncovered.h"

namespace reweave::inline cli {

// Of a test, or of all tests of one program together.
struct Coverage {
  detect::Denominators possible;
  std::uint64_t covered = 0, runs = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> curve;  // runs, covered: where that grew
  std::vector<pcr::Uncovered> uncovered;                       // by variable, then by place
};
Coverage CoverageOf(const pcr::Search& search, SiteNames& names);

struct CoveredTest {
  std::string name, program, build = {};
  Coverage own = {};
  std::size_t findings = 0;
  std::string problem = {};  // why it could not be run; "" = it was
};

// A suite: each test, and what all tests of a program cover together. Places of two programs have nothing in common.
class SuiteCoverage {
 public:
  void Add(CoveredTest test, const detect::PatternCoverage& covered, std::shared_ptr<SiteNames> names);
  void AddProblem(CoveredTest test) { tests_.push_back(std::move(test)); }

  const std::vector<CoveredTest>& tests() const { return tests_; }
  Coverage Whole() const;  // of all programs
  std::size_t findings() const;

 private:
  struct Program {
    std::string build;
    std::shared_ptr<SiteNames> names = {};  // of its places
    detect::PatternCoverage covered = {};
    std::vector<pcr::Uncovered> uncovered = {};
    std::uint64_t runs = 0;
  };
  std::vector<CoveredTest> tests_;
  std::vector<Program> programs_;
};

std::string CoverageText(const Coverage& coverage, std::size_t show);
std::string CoverageJson(const Coverage& coverage, const ExploreResult& result);
std::string SuiteText(const SuiteCoverage& suite, std::size_t show);
std::string SuiteJson(const SuiteCoverage& suite, std::uint64_t seed, double seconds);

}  // namespace reweave::inline cli
