// Tests that are kept: written, formatted, built, and explored before anybody gets to see them.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "gen/gen.h"
#include "gen/wrapper.h"

namespace reweave::gen {

class TestWriter {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // end: when no further test is begun, and one that was begun gets a short search
  TestWriter(const GenOptions& options, const Subject& subject, const BuildOptions& build, const Built& built, Trials& trials,
             Time end)
      : options_(options),
        subject_(subject),
        build_(build),
        built_(built),
        trials_(trials),
        probes_(trials.probes()),
        end_(end) {}

  std::chrono::nanoseconds left() const { return end_ - std::chrono::steady_clock::now(); }
  bool over() const { return left() <= std::chrono::nanoseconds(0); }

  // Why no test is kept.
  struct Refusal {
    std::string why;
    bool compiles = true;
  };
  // Nothing: no test is kept. `refusal`: it does not compile, or does not show the failure in three searches with different
  // seeds;
  // "" if another test shows the same already, or nobody wants to hear of it.
  Result<std::optional<GenTest>> WriteFailing(const Failure& failure, Refusal& refusal);
  // Nothing: a schedule of it fails, or it does not compile.
  Result<std::optional<GenTest>> WritePassing(const Candidate& candidate, const std::vector<Outcome>& orders, Refusal& refusal);

 private:
  EmitRequest Request(const Candidate& candidate, const std::string& title) const;
  Result<std::string> WriteFile(const EmitRequest& request, const std::string& name);
  // The program; nothing if it does not compile, `refusal` then says so.
  std::optional<std::string> Build(const std::string& file, const std::string& name, Refusal& refusal);
  std::string IncludeText() const;
  std::string FreeName(const std::string& stem) const;
  // If an earlier call wrote the same test under another number, that one; the new file is gone then.
  std::string Earlier(const std::string& file, const std::string& stem) const;

  const GenOptions& options_;
  const Subject& subject_;
  const BuildOptions& build_;
  const Built& built_;
  Trials& trials_;
  std::vector<Call> probes_;
  Time end_;
  std::set<std::string> shown_;  // findings that a test shows
};

}  // namespace reweave::gen
