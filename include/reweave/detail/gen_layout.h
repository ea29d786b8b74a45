// What `reweave gen` tells a wrapper to do: one candidate, in a file that both map. C++17, no library.
#ifndef REWEAVE_DETAIL_GEN_LAYOUT_H_
#define REWEAVE_DETAIL_GEN_LAYOUT_H_

#include <cstdint>

namespace reweave::gen_wrapper {

constexpr char kCandidateVariable[] = "REWEAVE_GEN_CANDIDATE";  // path of the file
constexpr int kMostArguments = 8, kMostThreads = 4, kMostCalls = 3, kMostPrefix = 8, kMostProbes = 24, kMostOrders = 32;
constexpr int kMostSteps = kMostThreads * kMostCalls;

constexpr int kTaskOfCall = 100;  // REWEAVE_TASK while thread t's call is executed in an order: this + t

constexpr std::uint16_t kNoCall = 0xffff;  // instead of a method: nothing is done

struct CallCode {
  std::uint16_t op;                           // index of the method, or of the constructor
  std::uint8_t on;                            // 1: on the other object
  std::uint8_t arguments[kMostArguments];     // which of its values each argument takes
};

enum Mode : std::uint32_t {
  kOrders = 0,   // no threads: the calls one after the other, once for each order, on a new object each
  kThreads = 1,  // each thread its calls
  kTurns = 2,    // each thread its calls, but one call at a time, in the first order
};

struct CandidateCode {
  std::uint32_t mode;
  std::uint8_t other;                         // 1: there is another object, made like the first
  CallCode constructor;
  std::uint8_t prefix_count, thread_count, probe_count, order_count;
  CallCode prefix[kMostPrefix];
  std::uint8_t call_count[kMostThreads];
  CallCode calls[kMostThreads][kMostCalls];
  CallCode probes[kMostProbes];               // after the threads were joined: what can be seen of the object
  std::uint8_t orders[kMostOrders][kMostSteps];  // of each order: whose turn it is
};

// What the wrapper prints, one line each:
//   order N            what follows belongs to this order (kOrders)
//   stack A            address of a frame below which the calls' own frames are
//   prefix K throw T   call K of the prefix threw
//   T.K value V        call K of thread T returned V; "T.K argument I V": what it left in an argument
//   T.K throw T        it threw
//   probe K value V    and so on
//   end                everything was done

}  // namespace reweave::gen_wrapper

#endif  // REWEAVE_DETAIL_GEN_LAYOUT_H_
