// One test to be tried: an object, calls that prepare it, and what each thread then calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <reweave/detail/gen_layout.h>
#include "base/rng.h"
#include "gen/subject.h"

namespace reweave::gen {

constexpr int kLeftOut = -1;

struct Call {
  int op = 0;                           // kLeftOut: nothing is done in its place
  std::vector<std::uint8_t> arguments;  // which value each takes
  std::uint8_t on = 0;                  // 1: on the other object
  friend bool operator==(const Call&, const Call&) = default;
  friend auto operator<=>(const Call&, const Call&) = default;
};

struct Candidate {
  Call constructor;
  std::vector<Call> prefix;
  std::vector<std::vector<Call>> threads;
  bool other = false;  // there is another object, made like the first
  friend bool operator==(const Candidate&, const Candidate&) = default;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;

  std::size_t calls() const;  // of all threads
  // Fewer threads, fewer calls, simpler arguments: less.
  std::size_t size() const;
};

// Arguments: mostly among the first two values, so that threads meet at the same keys.
Call RandomCall(const Operation& operation, int op, Rng& rng);

// All ways to run the calls of the threads one after the other, each as the threads' turns; at most kMostOrders.
std::vector<std::vector<std::uint8_t>> OrdersOf(const Candidate& candidate);

// For the wrapper. `orders` empty: the candidate is run with threads. `turns`: with threads that take turns in the first order.
gen_wrapper::CandidateCode Encode(const Candidate& candidate, const std::vector<Call>& probes,
                                  const std::vector<std::vector<std::uint8_t>>& orders, bool turns = false);

// "Put(1, 2)", as a person writes it.
std::string CallText(const Operation& operation, const Call& call);
// "Size() beside Clear()".
std::string BesideText(const Subject& subject, const Candidate& candidate);

}  // namespace reweave::gen
