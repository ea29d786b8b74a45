// A candidate as a C++ file that a person would have written: an object, what prepares it, threads, joins, checks.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "gen/candidate.h"
#include "gen/outcome.h"
#include "gen/subject.h"

namespace reweave::gen {

enum class Framework { kPlain, kGoogleTest, kCatch2, kDoctest };
Result<Framework> ParseFramework(const std::string& name);
// What a program of it is linked with.
std::vector<std::string> LinkFlags(Framework framework);

struct EmitRequest {
  const Subject& subject;
  const std::vector<Call>& probes;
  Candidate candidate;
  std::string include;                 // as it stands after #include, with its quotes or brackets
  std::string title;                   // first line of the comment on top
  std::vector<std::string> notes;      // further lines of it
  std::string suite, name;             // of the test in a framework: CamelCase
  std::vector<std::string> parts;      // of outcomes, to be checked; empty: nothing is
  std::vector<Outcome> orders;         // what they may be
  bool invariant = false;              // the part is an invariant
  Framework framework = Framework::kPlain;
};

std::string Emit(const EmitRequest& request);

// "lru_cache" of "LruCache".
std::string SnakeCase(const std::string& name);
std::string CamelCase(const std::string& text);

}  // namespace reweave::gen
