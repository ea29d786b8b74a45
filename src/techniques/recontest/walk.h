// Follows one run event by event and knows, at each, where every thread is and which object an address belongs to, in names that
// the other version's run shares.
//
//   thread  main, or: its creator, the creating statement, the how-maniest of those
//   heap    allocating thread, allocating statement, call context, ordinal;  local: thread, variable, call context, ordinal
//   static  module and symbol;  memory that nobody announced: 16 bytes named by the first touch
//
// A call context is the classes of the calls from the thread's entry down; calls that only one version has are left out, so that
// an inserted wrapper renames nothing. A place is a call context with the iteration of every loop around each call.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

#include "techniques/recontest/keys.h"
#include "techniques/recontest/view.h"
#include "trace/trace.h"

namespace reweave::recontest {

struct Relayout;

struct Object {
  std::uint64_t start = 0, size = 0;
  Key name, coarse;              // coarse: without the ordinal
  bool live = false, guessed = false;
  // What a pass keeps with it; empty when the object begins.
  std::uint32_t number = ~0u;
  std::uint32_t first_thread = ~0u;
  bool shared = false, synchronises = false;
  const Relayout* relayout = nullptr;
  struct Label {
    std::uint64_t label;
    std::uint64_t offset;        // of an array: the lowest seen
    bool element;
  };
  std::vector<Label> labels;
};

class Walk {
 public:
  explicit Walk(const ProgramView& view, bool loop_counters = true);
  virtual ~Walk() = default;
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

 protected:
  static constexpr std::size_t kMostLabels = 64;
  struct Frame {
    std::uint32_t ctx = 0;       // as the runtime hashes it
    std::uint32_t call = 0;      // site
    std::uint64_t function = 0;  // that was called; 0: not known
    Key context, place;
    std::uint32_t first_loop = 0;
    std::uint32_t unit = 0;      // outermost call of a member function; 0: none
    Key user_place;  // of the user's call that led into the library, and what that call is
    std::uint64_t user_call = 0;
    bool user_mapped = false;
    Primitive primitive = Primitive::kNone;  // the operation it is part of, the call that began it, and its number
    std::uint32_t primitive_call = 0, primitive_number = 0;
    std::uint64_t source = 0;    // statement of its last access, and the number of its execution
    std::uint32_t execution = 0;
    bool handler = false, outermost_handler = false;  // in a signal handler, or in what one called; the handler itself
  };
  struct Position {
    Key name;                    // of the thread
    Key identity;                // of what it works on: the thread, or the task it announced
    std::vector<Frame> frames;   // never empty
    std::vector<std::pair<std::uint32_t, std::uint32_t>> loops;  // site, iteration; those of a frame from its first_loop on
  };

  void Handle(Position& position, const abi::Event& event);
  // Brings the state up to the event: calls, loops, threads, allocations. Before the event is looked at.
  void Follow(const abi::Event& event);
  // Objects begin and end; an object that ends is not looked at again.
  virtual void Born(Object& object) {}
  virtual void Gone(Object& object) {}
  void EndObjects();

  Object& ObjectAt(const abi::Event& event, std::uint64_t address);
  std::unordered_set<Key, KeyHash> ThreadNames() const;
  Position& At(std::uint16_t tid) {
    if (tid >= positions_.size() || positions_[tid].frames.empty()) AddThread(tid, 0, ~0ull);
    return positions_[tid];
  }
  static Key ContextOf(const Position& position) { return Mix(position.identity, position.frames.back().context); }
  // Where a statement of the thread's current function is executed.
  Key PlaceOf(const Position& position, const SiteView& site) const;
  // Learns where in an object a named field lies.
  void Learn(Object& object, std::uint64_t address, const SiteView& site) const;
  // Of a synchronisation operation: the call that made it.
  static std::uint32_t CallOf(const abi::Event& event) { return event.caller != 0 ? event.caller : event.site; }

  // An atomic access of an operation that is known by its atomics only, as an event of that operation: its call is the user's.
  static abi::Event OfPrimitive(const abi::Event& event, const Frame& frame) {
    abi::Event out = event;
    if (frame.primitive != Primitive::kNone) out.caller = frame.primitive_call;
    return out;
  }

  std::uint32_t NewUnit() { return ++next_unit_; }

  const ProgramView& view_;

 private:
  void AddThread(std::uint16_t tid, std::uint16_t creator, std::uint64_t statement);
  void Enter(Position& position, const abi::Event& call);
  void Unwind(Position& position, const abi::Event& event);
  void PopTo(Position& position, std::size_t depth, const abi::Event& event);
  void Return(Position& position, const abi::Event& event);
  void Pop(Position& position);
  void Loop(Position& position, std::uint32_t site, bool enters);
  void Annotated(Position& position, const abi::Event& event);
  Object& Add(std::uint64_t start, std::uint64_t size, Key coarse, bool counted);
  void Remove(std::uint64_t start);
  void RemoveRange(std::uint64_t start, std::uint64_t size);
  Key AddLoops(Key key, const Position& position, const SiteView& site) const;

  bool loop_counters_;
  std::vector<Position> positions_;
  Ordinals thread_ordinals_, object_ordinals_;
  std::vector<Object> objects_;
  std::vector<std::uint32_t> free_;
  std::map<std::uint64_t, std::uint32_t> by_start_;
  std::vector<std::uint32_t> cache_;    // of object numbers, by 16-byte granule
  std::uint32_t next_unit_ = 0, next_primitive_ = 0;
};

}  // namespace reweave::recontest
