// Happens-before of one run, kept as a stack: a search that goes back to a prefix keeps what it knows about it.
//
// Steps are numbered as in RunView. Processes name threads by creation path and keep their numbers over runs (tids are the
// creation order, which differs between equivalent runs). Before(i, j): i happens before j by program order, creation, and
// conflicts in between (dependency.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "explore/schedule/steps.h"
#include "explore/search/dependency.h"
#include "explore/search/symmetry.h"
#include "trace/trace.h"

namespace reweave::inline search {

using Clock = std::vector<std::uint32_t>;  // by process: how many of its steps are included

// A step and a later one that could have come first: dependent, of different threads, with nothing in between that orders them.
struct Race {
  std::size_t first = 0;
  // What the second one (the step appended last, or a blocked operation) needs besides: its causal past without `first`.
  Clock past;
  std::uint16_t process = 0;   // of the second
  bool enabling = false;       // the first made the second ready: it can be moved only where it was ready anyway (time limits)
};

class ExecutionOrder {
 public:
  ExecutionOrder();
  // One with the first steps of this one. It names threads and objects as this one does, now and later: what the two say can be
  // compared.
  ExecutionOrder Prefix(std::size_t size) const;

  // Interchangeable threads make their second step (the first after Begin) in the order in which they were made, as if each
  // waited for the one before it (symmetry.h). Such steps are ordered and do not race.
  void OrderInterchangeable() { in_order_ = true; }
  // Whom the process would have to wait for now, kNobody: for none.
  std::uint16_t WaitsFor(std::uint16_t process) const {
    if (!in_order_ || process >= older_.size() || older_[process] == kNobody || PositionOf(process) != 1) return kNobody;
    return PositionOf(older_[process]) < 2 ? older_[process] : kNobody;
  }

  std::size_t size() const { return nodes_.size(); }
  void Truncate(std::size_t size);
  // Appends step i == size() of the run and says which earlier steps race with it.
  void Append(const RunView& run, const Trace& trace, std::vector<Race>& races);
  // Races of a blocked thread's pending operation (a Pending record) with the steps of the run.
  void PendingRaces(const abi::Event& pending, const RunView& run, const Trace& trace, std::vector<Race>& races);

  std::uint16_t process(std::size_t i) const { return nodes_[i].process; }
  std::uint32_t position(std::size_t i) const { return nodes_[i].position; }  // among the steps of its process, from 1
  const Clock& clock(std::size_t i) const { return nodes_[i].clock; }
  bool Before(std::size_t i, std::size_t j) const { return Includes(nodes_[j].clock, i); }
  bool Includes(const Clock& clock, std::size_t i) const {
    return nodes_[i].process < clock.size() && clock[nodes_[i].process] >= nodes_[i].position;
  }
  const std::vector<Touch>& touches(std::size_t i) const { return nodes_[i].touches; }
  // A number for the partial order of all steps so far: equal for equivalent runs of a deterministic program.
  std::uint64_t OrderKey() const { return nodes_.empty() ? 0 : nodes_.back().order_key; }

  std::uint16_t ProcessOf(std::uint16_t tid) const { return tid < process_.size() ? process_[tid] : kNobody; }
  std::uint16_t TidOf(std::uint16_t process) const;
  static constexpr std::uint16_t kNobody = 0xffff;
  // For saving.
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.reader_, self.nodes_, self.process_, self.last_, self.children_, self.names_, self.objects_, self.signals_);
  }

 private:
  struct Node {
    std::uint16_t process = 0;
    std::uint32_t position = 0;
    std::size_t previous = RunView::kNoStep;  // of the same process
    abi::EventKind kind = abi::EventKind::kNone;
    std::uint64_t obj = 0, value = 0;
    std::uint64_t mutex = 0;  // of a condition wait
    bool created = false;  // a thread
    Birth birth;  // its
    std::uint16_t child = 0;
    std::uint8_t outcome = 0;
    Clock clock;
    std::vector<Touch> touches;
    std::uint64_t own_hash = 0, order_key = 0;
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.process, self.position, self.previous, self.kind, self.obj, self.value, self.mutex, self.created, self.outcome,
              self.clock, self.touches, self.own_hash, self.order_key);
    }
  };
  struct Entry {
    std::size_t step;
    Touch touch;
    std::size_t written = 0;  // entries of the same history up to the last write before this one
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.step, self.touch, self.written);
    }
  };
  using History = std::vector<Entry>;
  using Names = std::map<std::pair<std::uint16_t, std::uint32_t>, std::uint16_t>;  // (creator, k) -> process, over all runs
  // Steps that a touch depends on directly.
  struct Direct {
    std::size_t step;
    std::uint64_t object;
    bool enabling, waits;
  };

  // The last step of a thread in direct_, and the one before it.
  struct Latest {
    std::size_t last = RunView::kNoStep, before = RunView::kNoStep;
  };

  void Remember(std::size_t step, const Touch& touch);
  void NameOldThreads(const Trace& trace);
  std::uint16_t NameOf(std::uint16_t creator, std::uint32_t k);
  void Create(Node& node, const RunView& run, const Trace& trace);
  std::uint16_t OlderThan(const Node& node, const RunView& run, const Trace& trace) const;
  void CollectOlder(std::uint16_t process, std::uint32_t position);
  void TouchAgain(const Node& node, const RunView& run, const Trace& trace, std::vector<Touch>& touches);
  void RefineTouches(Node& node, std::size_t i);
  void RefineRwUnlock(Node& node);
  void CollectDirect(const Touch& touch, std::uint16_t process, std::vector<Direct>& direct) const;
  void CollectWhole(const Node& node);
  void CollectTakers(const Touch& touch, std::uint16_t process, std::vector<std::size_t>& takers) const;
  void CollectRaces(std::uint16_t process, std::size_t previous, const std::vector<Touch>& touches, std::vector<Race>& races);
  void FindLatest();
  bool ReadyWithout(std::size_t post) const;
  void Join(Clock& into, const Clock& from) const;
  std::uint32_t PositionOf(std::uint16_t process) const {
    return LastOf(process) == RunView::kNoStep ? 0 : nodes_[LastOf(process)].position;
  }
  std::size_t LastOf(std::uint16_t process) const { return process < last_.size() ? last_[process] : RunView::kNoStep; }
  void Hash(Node& node, const std::vector<Direct>& direct);

  TouchReader reader_;
  std::vector<Node> nodes_;
  std::vector<Node> spare_;  // for their memory
  const void* preamble_ = nullptr;  // whose threads have names
  std::vector<std::uint16_t> process_;  // by tid, of the current run
  std::vector<std::size_t> last_;  // by process: its last step
  std::vector<std::uint32_t> children_;  // by process
  std::shared_ptr<Names> names_ = std::make_shared<Names>();
  std::unordered_map<std::uint64_t, History> objects_;
  std::vector<Latest> latest_;  // by process: of direct_
  std::vector<Direct> direct_;
  bool in_order_ = false;
  std::vector<std::uint16_t> older_;  // by process: the one made just before it that it is interchangeable with
  std::size_t older_step_ = RunView::kNoStep;  // that the step being appended follows for that reason
  bool signals_ = false;  // some run sent one to a thread, forked, or ended beside threads
};

}  // namespace reweave::inline search
