// How a Run is made from a trace: two passes. The first finds the cells and which of them are shared; the second lists the
// events, who reads from whom, and what locks, waits, barriers and semaphores ask for.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "detect/address_map.h"
#include "techniques/pcr/run.h"
#include "trace/thread_clocks.h"

namespace reweave::pcr {

class RunMaker {
 public:
  RunMaker(const Trace& trace, const Window& window)
      : trace_(trace),
        window_(window),
        end_(std::min<std::uint32_t>(window.to, static_cast<std::uint32_t>(trace.events.size()))) {
    run_.first = window.from;
    if (window.before != nullptr) run_.created = window.before->created();
  }
  Result<Run> Make();

 private:
  struct RawCell {
    bool shared = false;
    std::uint8_t size = 0;
    std::uint32_t number = kNone;
    struct Use {
      std::uint16_t tid;
      std::uint32_t access, write;  // time of the last, 0 = none
    };
    std::vector<Use> uses;
  };
  struct Waiting {
    EventId begin = kNoEvent, waker = kNoEvent;  // begin: kNoEvent, too, if that was before the window
    std::uint64_t cond = 0;
    bool active = false;
  };
  struct Tokens {
    std::vector<EventId> posts, waits, all;
    std::int64_t initial = 0;
    bool frozen = false;
  };
  struct Generation {
    std::vector<EventId> arrivals, leaves;
  };

  Result<void> Count();
  void CutCells();
  void FindShared();
  template <typename F>
  void ForCells(const abi::Event& event, F&& f);
  bool IsInModel(const abi::Event& event);

  Result<void> AddEvents();
  void AddAccesses(const abi::Event& raw, Event& event, EventId id);
  void ReadPreamble();
  Result<void> AddLock(const abi::Event& raw, EventId id);
  void AddOrder(const abi::Event& raw, EventId id);
  void AddWait(const abi::Event& raw, EventId id);
  void OpenRegion(std::uint16_t tid, std::uint64_t lock, LockMode mode, EventId take);
  bool CloseRegion(std::uint16_t tid, std::uint64_t lock, EventId release);
  void Missed(const LockUse& use, EventId id);
  void Chain(std::uint64_t object, EventId id);
  bool LooksAtOnce(const abi::Event& event) const;
  void AddLook(const abi::Event& raw, EventId id);
  void AddMust(EventId from, EventId to, bool required = true, bool fixed = false, bool if_kept = false) {
    if (from != kNoEvent && to != kNoEvent) run_.musts.push_back({from, to, required, fixed, if_kept});
  }
  void FinishSync();
  void Index();
  std::uint32_t LockNumber(std::uint64_t object);

  std::span<const abi::Event> Events() const { return std::span(trace_.events).subspan(window_.from, end_ - window_.from); }
  void BeginWindow();

  const Trace& trace_;
  Window window_;
  std::uint32_t end_;
  Run run_;
  std::size_t threads_ = 0;
  detect::AddressMap<std::uint8_t> cuts_;     // by granule: bit i = a cell begins at byte i
  detect::AddressMap<std::uint32_t> cell_at_;  // by address: place in raw_ + 1
  std::vector<RawCell> raw_;
  std::vector<EventId> last_write_;           // by cell
  std::vector<std::uint64_t> value_;          // by cell: what the last write left
  std::vector<char> value_known_;
  std::unordered_map<std::uint64_t, std::uint32_t> lock_numbers_;
  struct Open {
    std::uint32_t region, depth;
  };
  std::map<std::pair<std::uint16_t, std::uint64_t>, Open> open_;  // thread, lock
  std::vector<std::uint32_t> held_;           // by thread: node of holds
  std::vector<EventId> created_by_, ended_;   // by thread
  std::vector<Waiting> waiting_;              // by thread
  struct Closed {
    std::uint64_t cond;
    EventId begin, waker, end;
  };
  std::vector<Closed> waits_;
  struct Call {
    EventId event;
    std::uint64_t cond;
    bool broadcast;
    bool woke;
  };
  std::vector<Call> signals_;
  std::map<std::uint64_t, Tokens> semaphores_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Generation> barriers_;
  std::vector<std::size_t> missed_;           // musts whose `to` is a region yet
  std::unordered_map<std::uint64_t, EventId> once_;
  std::unordered_set<std::uint64_t> guards_;  // once-controls that are given up in this window
  std::unordered_map<std::uint64_t, std::vector<EventId>> looks_;  // that saw nothing done yet, by control
  std::unordered_map<std::uint64_t, EventId> chains_;
  std::vector<std::uint32_t> branches_;
  std::vector<std::uint64_t> history_;
};

}  // namespace reweave::pcr
