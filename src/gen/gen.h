// `reweave gen`: from a header and a class to tests that show something.
//
//   read_class  the class model, by reweave-classes                 model, subject, promise, arguments
//   wrapper     a program that interprets candidates, built once    wrapper, build
//   runner      runs a candidate: orders, threads, summaries        outcome
//   search      which candidates; trial: what a candidate shows     failure: one per cause
//   minimise    the smallest candidate that shows it
//   emit        a readable test; tests: written, built, explored, kept
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gen/emit.h"
#include "gen/search.h"
#include "gen/subject.h"

namespace reweave::gen {

struct GenOptions {
  std::string header, name;
  std::string database;                            // -p; "" = look for one
  std::optional<std::vector<std::string>> flags;   // what stood after --: no database is needed
  std::string tools;                               // directory of reweave-c++ and reweave-classes
  std::string out = "tests/generated";
  std::string work;                                // "" = .reweave/gen/<class>
  Framework framework = Framework::kPlain;
  SubjectOptions subject;
  SearchOptions search;
  std::vector<std::string> link;
  std::size_t keep_passing = 8;                    // tests that pass and cover most, at most
  bool list_only = false;                          // the methods, no test
  bool write = true;                               // false: only search
  std::function<void(const std::string&)> message, status;
};

struct GenTest {
  std::string file;          // as written
  std::string kind;          // of the failure; "" = it passes
  std::string title;         // "Size() beside Clear()"
  std::string message;       // of the finding
  std::string schedule_file;
  std::uint64_t schedules = 0;
  bool const_only = false;
};

struct GenResult {
  Subject subject;
  SearchResult search;
  std::vector<GenTest> tests;      // failing ones first
  std::vector<Failure> not_shown;  // failures that the written test did not show again
  bool interrupted = false;
};

Result<GenResult> Generate(const GenOptions& options);

// For people. `list`: every method, and why some are left out.
std::string RenderGen(const GenResult& result, bool list);
std::string GenJson(const GenResult& result);

}  // namespace reweave::gen
