// `reweave gen`: from a header and a class to tests that show something.
//
//   read_class  the class model, by reweave-classes                 model, subject, promise, arguments
//   wrapper     a program that interprets candidates, built once    wrapper, build
//   runner      runs a candidate: orders, threads, summaries        outcome
//   search      which candidates; trial: what a candidate shows     failure: one per cause
//   base        the class as it was before a change
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
  std::vector<std::string> tests;                  // sources or directories to take values from, besides those of the database
  std::size_t keep_passing = 8;                    // tests that pass and cover most, at most
  std::string base;                                // a revision of git: only what is new since counts; or
  std::string base_top, base_tree;                 // its files are in base_tree, the new ones in base_top
  std::string suppressions;                        // a file, or ""; in ThreadSanitizer's syntax
  bool default_suppressions = true;                // and what is known of the standard library
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
  std::string doubt;         // why it may be wrong use of the class; "" = it is none
};

// A failure without a test of its own, and why.
struct NotShown {
  Failure failure;
  std::string why;
  bool compiles = true;  // its test; if not, or if there is none, nobody knows whether it would show the failure
};

struct GenResult {
  Subject subject;
  SearchResult search;
  std::vector<GenTest> tests;      // failing ones first
  std::vector<NotShown> not_shown;
  std::vector<std::string> not_compiled;  // passing tests that were dropped: the first error of each
  std::vector<Failure> old;        // failures that the base shows, too
  bool compared = false;           // with a base
  std::size_t changed_methods = 0;  // that reach changed code
  std::uint64_t suppressed = 0;    // findings that the user's file names
  bool own_threads = false;        // results were passed over, because the class has threads of its own
  std::vector<std::string> unused_suppressions;
  bool interrupted = false;
};

Result<GenResult> Generate(const GenOptions& options);

// For people. `list`: every method, and why some are left out.
std::string RenderGen(const GenResult& result, bool list);
std::string GenJson(const GenResult& result);

}  // namespace reweave::gen
