// What a search found, and what a whole search came to: the values that the renderers (terminal, JSON) print.
//
// Text in them may have been chosen by the tested program: renderers escape it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "abi/control.h"
#include "findings/kind.h"
#include "findings/technique_report.h"

namespace reweave::inline findings {

struct SitePosition {
  std::string file;          // empty: unknown
  unsigned line = 0, column = 0;
  std::string function;      // readable name
  std::string variable;      // what an access touches, may be empty
  std::string identity;      // stable over edits elsewhere; empty: unknown
  bool in_library = false;   // no user frame is known: file and line are a system header's
};

struct FindingSite {
  SitePosition position;
  std::uint32_t thread = 0;  // tid: creation order within the run
  std::string thread_path;
  std::string role = {};     // "write", "holds lock 0x1, taken": starts a part of the list; empty: called from here
};

// A run in source lines: what happened between two switches, thread by thread.
struct InterleavingStep {
  std::uint32_t thread = 0;   // column
  std::string place, what;    // "queue.cc:12", "write head = 3"
  std::string file = {};      // as in SitePosition, with `line` and `function`
  unsigned line = 0;
  std::string function = {};
  std::string kind = {};      // of its first event: "write", "lock"
  std::vector<std::string> locks = {};  // held by its thread afterwards, in the order they were taken
  bool preempts = false;      // the thread that ran before could have gone on
  bool key = false;           // what the finding is about: a racing access, the failing thread's last step
};
struct Interleaving {
  std::vector<std::string> threads;      // paths, by column
  std::vector<InterleavingStep> steps;
  std::uint64_t switches = 0;            // between threads, of which the kept steps show all
  std::uint64_t left_out = 0;            // steps before the first that is kept
  std::uint64_t left_out_after = 0;      // and after the last
  std::vector<std::string> names = {};   // as the program named the threads, by column; empty: it did not
  std::vector<InterleavingStep> waiting = {};  // what each thread that cannot go on waits in when the run ends
};

struct Finding {
  std::string id;            // fingerprint: the same cause has the same id in another run
  FindingKind kind = FindingKind::kExit;
  std::optional<std::string> subkind;
  std::string message;
  std::string cause = {};    // one sentence of what happened, from the run (detect/cause.h); empty: not known
  std::uint64_t first_execution = 0;  // of all runs that the search caused, whether they count as schedules or not
  std::uint64_t first_schedule = 0;
  std::uint64_t occurrences = 0;
  bool confirmed = false;
  bool unrepeated = false;  // its schedule was replayed in fresh processes, and it did not happen again
  std::optional<bool> is_new = {};  // against a base version; none: there was none
  std::string schedule_file; // absolute
  std::optional<std::uint64_t> preemptions = {};  // left in the schedule after minimising; none: it was not minimised
  bool fewest_preemptions = false;                // no schedule with fewer shows it
  std::vector<FindingSite> sites;  // stack of the thread at fault, innermost first; deadlock: each blocked thread's place
  std::string output, errors;      // of the first failing run
  Interleaving interleaving = {};  // of the schedule that is kept
};

// Access patterns over all schedules (the covered ones, an estimate of all, the covered ones of length two), and basic blocks
// that were entered; none: they were not recorded.
struct Coverage {
  std::uint64_t patterns = 0, tc = 0, pairs = 0;
  std::optional<std::uint64_t> blocks = {};
};

// What --check-determinism and --count-distinct came to.
struct WrapperResults {
  std::optional<std::uint64_t> determinism_checks = {}, distinct = {};
  std::string difference = {};  // the first, empty: none
};

// kIncomplete: the strategy had nothing left to try, but does not claim to have covered everything.
enum class StoppedBy { kExhausted, kFailure, kSchedules, kTime, kInterrupted, kUnsupported, kIncomplete };

struct ExploreResult {
  std::vector<std::string> program;
  std::string build, strategy;
  abi::Isolation isolation = abi::Isolation::kRewind;
  std::string isolation_reason;
  std::uint64_t seed = 1;
  std::uint64_t executions = 0;  // every run that the search caused, the probing one included; without confirming and minimising
  std::uint64_t schedules = 0, blocked = 0, discarded = 0, transitions = 0, diverged = 0;
  std::optional<std::uint64_t> states;  // of a search that matches states
  double seconds = 0;
  bool exhausted = false;
  bool sequential = false;  // never had two enabled threads
  std::uint32_t interchangeable = 0;  // threads of which one order stands for all: those of the last run, 0 = every order was run
  StoppedBy stopped_by = StoppedBy::kExhausted;
  std::vector<std::string> unsupported;
  std::uint64_t cut_runs = 0;  // reached --max-steps
  std::string cut = {};  // where the threads of the first of them were, empty: there was none
  std::vector<std::string> caveats = {};  // what `exhausted` does not cover, each a sentence
  std::vector<Finding> findings;  // in order of first_schedule
  std::vector<Finding> warnings;  // seen, but nothing that fails a run: broken atomic regions
  std::vector<Finding> predicted;  // no schedule has confirmed them
  std::vector<Finding> timing;  // failures that need a thread to be delayed for the length of a sleep or time limit
  bool early_left_out = false;  // somebody waited for time while others ran: what happens before that is covered by chance
  Coverage coverage;
  WrapperResults wrappers = {};
  std::optional<TechniqueReport> technique = {};
  std::vector<std::string> unused_suppressions;
};

const char* IsolationName(abi::Isolation isolation);
const char* StoppedByName(StoppedBy reason);

}  // namespace reweave::inline findings
