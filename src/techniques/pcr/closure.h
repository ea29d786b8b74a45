// The ordering-closure solver: who must come before whom, as one clock per event, to a fixpoint.
//
// Everything asked becomes edges between events; an edge joins clocks and is carried forward. What a kept read, a lock or an
// uninterrupted pattern forbids turns into further edges as soon as one side of its "either before or after" is known. An event
// that has to come before itself is a contradiction, and the edges on that cycle with what they follow from are its reason. If
// there is none, the events are put in an order greedily; where that gets stuck, one of the open alternatives is decided and
// the other tried later. An answer of "possible" is an order that a simulation confirmed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "techniques/pcr/problem.h"

namespace reweave::pcr {

struct Literal {
  enum class Kind : std::uint8_t {
    kProgram,  // a before b in their thread
    kMust,     // a before b: creation, joining, waking ...
    kSource,   // b reads from a
    kPattern,  // a before b: asked for
    kValue,    // b reads from a (kNoEvent: from the start): write c is not between
    kLock,     // regions a and b do not overlap
    kAlone,    // write a is not between the first and last step
    kGap,      // signal a is not within the wait that begins at b and ends at c
  };
  Kind kind = Kind::kProgram;
  EventId a = kNoEvent, b = kNoEvent, c = kNoEvent;
  bool fixed = false;  // so it was in the run, and might be otherwise
  friend auto operator<=>(const Literal&, const Literal&) = default;
};

enum class Verdict : std::uint8_t { kPossible, kImpossible, kUnknown };

struct Answer {
  Verdict verdict = Verdict::kUnknown;
  bool exact = false;          // impossible whatever other writers of the same values or other wakers there are
  std::vector<EventId> order;  // possible: all events of the problem
  std::vector<Literal> core;   // impossible, if it was found without deciding anything: why
  std::uint32_t decisions = 0;
};

// Whether a reason holds for every order: nothing in it is only one way of several in which it could have been.
bool IsExact(const Problem& problem, const std::vector<Literal>& core);

class Closure {
 public:
  Answer Solve(const Problem& problem);
  static constexpr std::uint32_t kMostDecisions = 1000;

 private:
  struct Edge {
    EventId from, to;
    Literal why;
    EventId premise_from, premise_to;  // this edge holds because premise_from comes before premise_to; kNoEvent: it is given
    std::uint32_t next_out, next_in;
  };
  struct Alternative {  // one of the two is so
    EventId from1, to1, from2, to2;
    Literal why;
  };

  std::uint32_t Local(EventId e) const { return offset_[run_->events[e].tid] + run_->events[e].seq - 1; }
  std::uint32_t* Clock(EventId e) { return &clocks_[std::size_t{Local(e)} * threads_]; }
  bool Ordered(EventId a, EventId b) {  // a before b, as far as is known
    const Event &x = run_->events[a], &y = run_->events[b];
    return x.tid == y.tid ? x.seq < y.seq : Clock(b)[x.tid] >= x.seq;
  }
  void Prepare();
  bool Base();
  bool Add(EventId from, EventId to, const Literal& why, EventId premise_from = kNoEvent, EventId premise_to = kNoEvent);
  void Link(EventId from, EventId to, const Literal& why, EventId premise_from, EventId premise_to);
  bool JoinInto(EventId from, EventId to, bool* contradiction);
  bool Carry();
  bool Saturate();
  bool Evaluate(EventId e);
  bool EvaluateAccess(EventId e, const CellAccess& access);
  bool EvaluateRelease(EventId e);
  bool EvaluateAlone(EventId e);
  bool GivenLocks();
  bool GivenSources();
  bool Gaps();
  bool Search(Answer& answer);
  bool Decide(Answer& answer);
  bool FindAlternative(Alternative& out);
  void Explain(EventId from, EventId to, std::uint32_t limit, std::vector<Literal>& core);
  std::vector<Literal> Core();

  const Problem* problem_ = nullptr;
  const Run* run_ = nullptr;
  std::uint32_t threads_ = 0;
  std::vector<std::uint32_t> offset_;
  std::vector<std::uint32_t> clocks_;
  std::vector<EventId> in_order_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> out_, in_;        // first edge of each event
  struct Reader {
    EventId event;
    std::uint32_t next;
  };
  std::vector<Reader> readers_;
  std::vector<std::uint32_t> readers_of_;      // by access of a write
  std::vector<std::uint32_t> reader_stamp_;
  std::uint32_t stamp_ = 0;
  std::vector<std::pair<std::uint32_t, EventId>> initial_reads_;  // cell, event
  std::vector<std::uint32_t> gaps_;
  std::vector<EventId> carry_, dirty_;
  std::vector<char> is_dirty_;
  EventId contradiction_ = kNoEvent;
  std::vector<char> explained_;
  std::vector<std::uint32_t> visited_;  // by event: number of the explanation that came there
  std::uint32_t visit_ = 0;
};

}  // namespace reweave::pcr
