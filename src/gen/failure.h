// A failure that a candidate showed and no order of its calls shows.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gen/candidate.h"
#include "gen/outcome.h"

namespace reweave::gen {

struct Failure {
  std::string kind;       // race, deadlock, livelock, heap, signal, assert, abort, exception, exit, linearisability
  Candidate candidate;
  std::string message;    // of the engine: "data race on LruCache::count_: ..."
  std::vector<std::string> methods;  // that its threads call
  std::string first, second;  // who is involved: functions of racing accesses, else methods of the threads
  // linearisability: the parts that show it, what they were, and what the orders give.
  std::vector<std::string> telling;
  Outcome seen;
  std::vector<Outcome> orders;
  std::string doubt;        // why it may be wrong use of the class
  bool const_only = false;    // all methods of its threads are const

  // Kind and who is involved: failures with the same key are one.
  std::string key() const { return kind + " " + std::min(first, second) + " " + std::max(first, second); }
};

// One failure for each cause: of failures of one kind, the functions that are involved in most of them explain them all (Size()
// beside Put(), Clear() and Get() is one fault of Size()). Smallest candidates first. A failure of another kind between methods
// that race is dropped: the race is its cause.
std::vector<Failure> OnePerCause(std::vector<Failure> failures);

}  // namespace reweave::gen
