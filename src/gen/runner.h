// Runs candidates in the wrapper, under the engine: each run costs a rewind.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "detect/races.h"
#include "explore/target/target.h"
#include "findings/site_names.h"
#include "gen/candidate.h"
#include "gen/meetings.h"
#include "gen/outcome.h"
#include "trace/trace.h"

namespace reweave::gen {

// What the calls one after the other come to.
struct Sequential {
  bool fails = false;          // an order crashes, throws, ...: the calls are wrong already without threads
  bool may_block = false;      // an order does not end: a call waits for another one
  std::vector<Outcome> orders;  // that ended
  bool all = true;             // every order is among them or was tried

  bool comparable() const { return all && !orders.empty(); }
};

struct RunnerCounts {
  std::uint64_t runs = 0, unsupported = 0;
  std::string unsupported_text;  // of the first such run
};

class Runner {
 public:
  // work: a directory for the file with the candidate.
  static Result<std::unique_ptr<Runner>> Create(const std::string& wrapper, const std::string& work);
  ~Runner();

  Result<Sequential> RunOrders(const Candidate& candidate, const std::vector<Call>& probes);
  // Whether the calls come to something else if they were made before on another object of the same process: the class keeps
  // something outside of its objects, or there is only one object.
  Result<bool> LeavesSomething(const Candidate& candidate, const std::vector<Call>& probes);
  // From here on the program begins again for each order.
  void SeparateOrders() { separate_ = true; }
  // The same with a thread for each of the threads, which take turns: a class may treat its callers differently. A call that
  // waits lets the next one begin. If whole calls wait for ever in some order, then that they do is no fault of the class.
  struct Turns {
    std::vector<Outcome> orders;            // that ended well
    std::vector<abi::EndKind> ended;        // as the others ended
    bool waits_for_itself = false;          // one of them by a call that waits for what its own thread holds
  };
  Result<Turns> RunTurns(const Candidate& candidate, const std::vector<Call>& probes);
  // One order of it; nothing: the run cannot be used.
  Result<std::optional<abi::EndKind>> RunTurn(const Candidate& candidate, const std::vector<std::uint8_t>& order);
  // Runs of the threads, one plan; `see` gets each run and what it printed, false ends it early.
  using See = std::function<bool(const Trace&, const Outcome&)>;
  Result<void> RunThreads(const Candidate& candidate, const std::vector<Call>& probes, Plan plan, const See& see);
  // The plan of runs in which threads are switched only if they must be.
  static Plan UnforcedPlan();
  static Plan RandomPlan(abi::TailPolicy tail, std::uint64_t seed, std::uint32_t runs);
  // Of one call, made in the state that the candidate's constructor and prefix make.
  Result<Footprint> Alone(const Candidate& state, const Call& call);

  const RunnerCounts& counts() const { return counts_; }

 private:
  Runner() = default;
  Result<void> Load(const gen_wrapper::CandidateCode& code);
  // The next run; false: it cannot be used (interrupted, unsupported).
  Result<bool> Take(Trace& trace);

  std::unique_ptr<Target> target_;
  gen_wrapper::CandidateCode* code_ = nullptr;
  std::string file_;
  bool separate_ = false;
  Trace trace_;
  SiteNames names_;
  RunnerCounts counts_;
};

// Processor time of this process, of those that it waited for, and of those that the calling thread started and that still run.
double CpuSeconds();

// What the run wrote to its standard output.
std::string OutputOf(const Trace& trace);

// A thread waits for what it holds itself: nobody else can help, and nobody else need be there.
bool WaitsForItself(const Trace& trace);

}  // namespace reweave::gen
