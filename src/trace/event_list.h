// The events of a run, in order, most plain accesses in 16 bytes as they came (abi/compact.h).
//
// To its readers it is a vector of events. A list that holds accesses in the short form turns them into events when somebody
// first asks for one by its index or goes through all (Unpack; 48 bytes each, once). Who can do with less asks for less:
// Records() are the events that are not in the short form, Walk() visits what may matter to a detector, and both leave the list
// as it is. What these give has the same index as in the whole list.
//
// Const functions may be called by several threads at once. References to events stay valid while the list is not changed.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "abi/compact.h"
#include "abi/event.h"

namespace reweave::inline trace {

// Accesses of one thread from one call site, without a record between them: their ordinals go up by one each.
struct AccessRun {
  std::uint64_t first = 0;  // its first unit
  std::uint32_t at = 0;     // index of its first access in the list
  std::uint32_t count = 0;
  abi::UnitContext context;
};

// Units in pieces that are never moved, and what a detector asks of each block of them before it looks at them.
class UnitStore {
 public:
  static constexpr std::size_t kPiece = 1u << 17, kBlock = 1u << 10;  // units: 2 MB, 16 KB
  // What the units access, as two sketches of addresses: an address is not in the block if one of them lacks it.
  struct Block {
    std::uint64_t near = 0, far = 0;
    std::uint8_t tags = 0;  // of all units, or-ed
    void Note(const abi::Unit& unit) {
      near |= Near(unit.first >> 35), far |= Far(unit.first >> 35);
      tags |= abi::TagOf(unit);
    }
    // Of a granule; only the lower half of an address counts.
    static std::uint64_t Near(std::uint64_t granule) { return 1ull << (granule >> 4 & 63); }
    static std::uint64_t Far(std::uint64_t granule) { return 1ull << (granule >> 10 & 63); }
  };
  UnitStore() = default;
  ~UnitStore();
  UnitStore(const UnitStore&) = delete;
  UnitStore& operator=(const UnitStore&) = delete;
  void Append(const abi::Unit* units, std::size_t n);
  const abi::Unit& operator[](std::uint64_t i) const { return pieces_[i / kPiece][i % kPiece]; }
  std::uint64_t size() const { return size_; }
  // visit(units, n, number of the first one in the run) for each part of the run in a block that is wanted, in order.
  template <typename Want, typename F>
  void ForBlocks(const AccessRun& run, Want want, F visit) const {
    for (std::uint64_t i = run.first, end = run.first + run.count; i < end;) {
      const std::uint64_t next = std::min(end, (i / kBlock + 1) * kBlock);
      if (want(blocks_[i / kBlock]))
        visit(&(*this)[i], static_cast<std::uint32_t>(next - i), static_cast<std::uint32_t>(i - run.first));
      i = next;
    }
  }
  void Clear();  // keeps some memory

  std::vector<AccessRun> runs;

 private:
  std::vector<abi::Unit*> pieces_;
  std::vector<Block> blocks_;
  std::uint64_t size_ = 0;
};

// Granules (8 bytes) of memory that may matter to a detector: all that records access, and what units say was met.
class MetMemory {
 public:
  explicit MetMemory(const class EventList& events);
  bool Has(std::uint64_t granule) const {
    return (sketch_[granule >> 6 & (kWords - 1)] >> (granule & 63) & 1) != 0 && Known(granule);
  }
  // Of a granule that is here? Yes may be wrong.
  bool MayHave(const UnitStore::Block& block) const {
    for (std::uint64_t far = block.far; far != 0; far &= far - 1)
      if ((near_[std::countr_zero(far)] & block.near) != 0) return true;
    return false;
  }

 private:
  static constexpr std::uint64_t kWords = 4096;
  void Add(std::uint64_t granule);
  bool Known(std::uint64_t granule) const;
  void Grow();
  std::array<std::uint64_t, 64> near_{};  // by bit of Block::far
  std::vector<std::uint64_t> sketch_ = std::vector<std::uint64_t>(kWords);
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(64);  // granule + 1
  std::size_t count_ = 0;
};

class EventList {
 public:
  using value_type = abi::Event;
  using iterator = std::vector<abi::Event>::iterator;
  using const_iterator = std::vector<abi::Event>::const_iterator;

  EventList() = default;
  EventList(std::vector<abi::Event> events) : records_(std::move(events)) {}
  EventList(const EventList& other) { *this = other; }
  EventList(EventList&& other) noexcept { *this = std::move(other); }
  EventList& operator=(const EventList& other);
  EventList& operator=(EventList&& other) noexcept;
  ~EventList() = default;

  std::size_t size() const { return records_.size() + short_; }
  bool empty() const { return size() == 0; }

  // All events.
  operator const std::vector<abi::Event>&() const { return all(); }
  const std::vector<abi::Event>& all() const { return short_ == 0 ? records_ : Unpack(); }
  const abi::Event& operator[](std::size_t i) const { return all()[i]; }
  const_iterator begin() const { return all().begin(); }
  const_iterator end() const { return all().end(); }
  const abi::Event& front() const { return all().front(); }
  const abi::Event& back() const { return all().back(); }
  const abi::Event* data() const { return all().data(); }

  // Those that are not in the short form: everything but plain accesses, and some of these. The first and the last record of a
  // run are among them.
  std::span<const abi::Event> records() const { return records_; }
  abi::Event& last_record() { return records_.back(); }
  bool unpacked() const { return short_ != 0 && unpacked_.load(std::memory_order_acquire); }
  const UnitStore* units() const { return short_ == 0 ? nullptr : units_.get(); }
  std::size_t short_accesses() const { return short_; }

  // visit(event, index) for each record.
  template <typename F>
  void ForRecords(F visit) const {
    Merge([](const AccessRun&) {}, visit);
  }
  // Likewise, and for the accesses in the short form to memory that may be of two threads, in order. What is left out is no part
  // of any race or pattern.
  template <typename F>
  void ForMet(F visit) const;

  // Changing: all accesses become events first.
  abi::Event& operator[](std::size_t i) { return Changing()[i]; }
  iterator begin() { return Changing().begin(); }
  iterator end() { return Changing().end(); }
  abi::Event& front() { return Changing().front(); }
  abi::Event& back() { return Changing().back(); }
  void pop_back() { Changing().pop_back(); }
  void resize(std::size_t n) { Changing().resize(n); }
  void reserve(std::size_t n) { records_.reserve(n); }
  template <typename... A>
  iterator insert(A&&... arguments) {
    return Changing().insert(std::forward<A>(arguments)...);
  }
  template <typename... A>
  iterator erase(A&&... arguments) {
    return Changing().erase(std::forward<A>(arguments)...);
  }
  template <typename F>
  void EraseIf(F&& which) {
    std::erase_if(Changing(), std::forward<F>(which));
  }
  template <typename I>
  void assign(I first, I last) {
    std::vector<abi::Event> events(first, last);
    clear();
    records_ = std::move(events);
  }
  void push_back(const abi::Event& record);  // leaves the others as they are
  template <typename... A>
  abi::Event& emplace_back(A&&... arguments) {
    push_back(abi::Event{std::forward<A>(arguments)...});
    return records_.back();
  }
  void clear();  // keeps memory

  // Units as they come from the ring, until a RunEnd or the end; how many were taken, and whether a RunEnd was the last. `keep`:
  // events beyond that are dropped (meta records stay), and `dropped` is set.
  struct Taken {
    std::size_t units = 0;
    bool ended = false;
  };
  Taken Take(std::span<const abi::Unit> units, std::size_t keep, bool& dropped);
  // Takes the records before the first one, from the given one on, for which `begins` holds, out of the list; nothing, if there
  // is none. They are in the long form.
  template <typename F>
  std::optional<std::vector<abi::Event>> SplitOff(std::size_t from, F begins);

 private:
  template <typename OnRun, typename OnRecord>
  void Merge(OnRun on_run, OnRecord on_record) const;
  const std::vector<abi::Event>& Unpack() const;
  std::vector<abi::Event>& Changing();
  void TakeRecords(const abi::Event* records, std::size_t n, std::size_t keep, bool& dropped);
  void TakeAccesses(const abi::Unit* units, std::size_t n, std::size_t keep, bool& dropped);

  std::vector<abi::Event> records_;
  std::size_t short_ = 0;  // accesses in the short form
  std::shared_ptr<UnitStore> units_;  // copies of a list share them
  abi::UnitContext context_;  // in force where the last unit was taken
  mutable std::vector<abi::Event> all_;
  mutable std::atomic<bool> unpacked_ = false;
  mutable std::mutex unpacking_;
};

// Goes through the records: for (RecordWalker walk(list); walk.Next();) use(walk.event(), walk.index());
class RecordWalker {
 public:
  explicit RecordWalker(const EventList& list) : list_(list) {}
  bool Next() {
    for (const UnitStore* units = list_.units(); units != nullptr && run_ < units->runs.size() && units->runs[run_].at == next_;)
      next_ += units->runs[run_++].count;
    if (next_ >= list_.size()) return false;
    event_ = list_.unpacked() ? &list_.all()[next_] : &list_.records()[record_];
    ++record_, index_ = next_++;
    return true;
  }
  const abi::Event& event() const { return *event_; }
  std::size_t index() const { return index_; }

 private:
  const EventList& list_;
  const abi::Event* event_ = nullptr;
  std::size_t run_ = 0, next_ = 0, record_ = 0, index_ = 0;
};

// --- Implementation --------------------------------------------------------------------------------------------------------

template <typename OnRun, typename OnRecord>
void EventList::Merge(OnRun on_run, OnRecord on_record) const {
  // Once unpacked, references are to that: who compares addresses of events finds one address for each.
  const bool whole = unpacked();
  std::uint32_t index = 0;
  std::size_t next = 0;
  const auto records_until = [&](std::size_t end) {
    for (; index < end; ++index, ++next) on_record(whole ? all_[index] : records_[next], index);
  };
  if (short_ != 0)
    for (const AccessRun& run : units_->runs) {
      records_until(run.at);
      on_run(run);
      index += run.count;
    }
  records_until(size());
}

template <typename F>
void EventList::ForMet(F visit) const {
  if (short_ == 0) {
    for (std::uint32_t i = 0; i < records_.size(); ++i) visit(records_[i], i);
    return;
  }
  const MetMemory met(*this);
  Merge(
      [&](const AccessRun& run) {
        units_->ForBlocks(
            run, [&](const UnitStore::Block& block) { return met.MayHave(block); },
            [&](const abi::Unit* units, std::uint32_t n, std::uint32_t first) {
              for (std::uint32_t i = 0; i < n; ++i) {
                const std::uint64_t from = abi::AddressOf(units[i], run.context.high), to = from + abi::BytesOf(units[i]) - 1;
                if (met.Has(from >> 3) || (from >> 3 != to >> 3 && met.Has(to >> 3)))
                  visit(abi::AccessOf(units[i], run.context, first + i), run.at + first + i);
              }
            });
      },
      visit);
}

template <typename F>
std::optional<std::vector<abi::Event>> EventList::SplitOff(std::size_t from, F begins) {
  std::size_t n = from;
  while (n < records_.size() && !begins(records_[n])) ++n;
  if (n >= records_.size()) return std::nullopt;
  const auto middle = records_.begin() + static_cast<std::ptrdiff_t>(n);
  std::vector<abi::Event> before(records_.begin(), middle);
  records_.erase(records_.begin(), middle);
  if (short_ != 0)
    for (AccessRun& run : units_->runs) run.at -= static_cast<std::uint32_t>(n);
  return before;
}

}  // namespace reweave::inline trace
