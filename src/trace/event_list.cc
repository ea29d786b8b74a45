#include "trace/event_list.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "base/check.h"
#include "trace/kinds.h"
#include "trace/meaning.h"

namespace reweave::inline trace {

using abi::Event, abi::Unit;

namespace {

constexpr std::size_t kPieceBytes = UnitStore::kPiece * sizeof(Unit);
constexpr std::size_t kKeptPieces = 64;
constexpr std::uint64_t kMostBytes = 1u << 20;  // of one access that are looked at

bool Crosses(const Unit& unit) { return (unit.first >> 32 & 7) + abi::BytesOf(unit) > 8; }
Unit NextGranule(const Unit& unit) { return {unit.first + (8ull << 32), unit.second}; }

std::uint64_t Hash(std::uint64_t granule) { return granule * 0x9e3779b97f4a7c15ull >> 32; }

// visit(unit, granule) for the units of the blocks of a run that are wanted.
template <typename Want, typename F>
void ForGranules(const UnitStore& units, const AccessRun& run, Want want, F visit) {
  units.ForBlocks(run, want, [&](const Unit* part, std::uint32_t n, std::uint32_t) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint64_t granule = abi::AddressOf(part[i], run.context.high) >> 3;
      visit(part[i], granule);
      if (Crosses(part[i])) visit(part[i], granule + 1);
    }
  });
}

// Who used which granules.
class Uses {
 public:
  void Note(std::uint64_t granule, std::uint16_t tid, bool writes) {
    Use& use = At(granule, tid);
    use.others |= use.first != tid;
    use.written |= writes;
  }
  void NoteMet(std::uint64_t granule) {
    Use& use = At(granule, 0);
    use.others = use.written = true;
  }
  // visit(granule, whether several threads were there, one of them writing)
  template <typename F>
  void ForEach(F visit) const {
    for (const Use& use : slots_)
      if (use.key != 0) visit(use.key - 1, use.others && use.written);
  }

 private:
  struct Use {
    std::uint64_t key = 0;  // granule + 1
    std::uint16_t first = 0;
    bool others = false, written = false;
  };
  Use& Find(std::uint64_t key) {
    std::size_t i = Hash(key) & (slots_.size() - 1);
    while (slots_[i].key != 0 && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  Use& At(std::uint64_t granule, std::uint16_t tid) {
    if (Use& known = Find(granule + 1); known.key != 0) return known;
    if (2 * ++count_ > slots_.size()) {
      std::vector<Use> old(slots_.size() * 2);
      old.swap(slots_);
      for (const Use& use : old)
        if (use.key != 0) Find(use.key) = use;
    }
    Use& fresh = Find(granule + 1);
    fresh.key = granule + 1, fresh.first = tid;
    return fresh;
  }

  std::vector<Use> slots_ = std::vector<Use>(64);
  std::size_t count_ = 0;
};

}  // namespace

// --- UnitStore -----------------------------------------------------------------------------------------------------------

UnitStore::~UnitStore() {
  for (Unit* piece : pieces_) ::operator delete(piece, std::align_val_t{kPieceBytes});
}

void UnitStore::Append(const Unit* units, std::size_t n) {
  while (n > 0) {
    const std::size_t piece = size_ / kPiece, at = size_ % kPiece;
    if (piece == pieces_.size()) {
      auto* memory = static_cast<Unit*>(::operator new(kPieceBytes, std::align_val_t{kPieceBytes}));
      madvise(memory, kPieceBytes, MADV_HUGEPAGE);  // a fault for each 4 KB would cost more than the copying
      pieces_.push_back(memory);
    }
    const std::size_t k = std::min(n, kPiece - at);
    std::memcpy(pieces_[piece] + at, units, k * sizeof(Unit));
    for (std::size_t i = 0; i < k;) {
      if ((size_ + i) % kBlock == 0) blocks_.emplace_back();
      Block block = blocks_.back();
      const std::size_t end = std::min(k, i + kBlock - (size_ + i) % kBlock);
      for (; i < end; ++i) {
        block.Note(units[i]);
        if (Crosses(units[i])) block.Note(NextGranule(units[i]));
      }
      blocks_.back() = block;
    }
    size_ += k, units += k, n -= k;
  }
}

void UnitStore::Clear() {
  for (; pieces_.size() > kKeptPieces; pieces_.pop_back()) ::operator delete(pieces_.back(), std::align_val_t{kPieceBytes});
  runs.clear(), blocks_.clear();
  size_ = 0;
}

// --- MetMemory -----------------------------------------------------------------------------------------------------------

// First what records and marks of units say. A record may well be to memory of one thread (a range, a point that was forced):
// what is not sure then is looked for in the units.
MetMemory::MetMemory(const EventList& events) {
  Uses uses;
  for (const Event& event : events.records()) {
    if (!IsAccess(event.kind)) continue;
    const std::uint64_t end = event.obj + std::clamp<std::uint64_t>(AccessSize(event), 1, kMostBytes);
    for (std::uint64_t g = event.obj >> 3; g <= (end - 1) >> 3; ++g) uses.Note(g, event.tid, WritesMemory(event.kind));
  }
  const UnitStore& units = *events.units();
  for (const AccessRun& run : units.runs)
    ForGranules(
        units, run, [](const UnitStore::Block& block) { return (block.tags & abi::kUnitMet) != 0; },
        [&](const Unit& unit, std::uint64_t granule) {
          if ((abi::TagOf(unit) & abi::kUnitMet) != 0) uses.NoteMet(granule);
        });
  uses.ForEach([this](std::uint64_t granule, bool met) {
    if (!met) Add(granule);
  });
  if (count_ != 0)
    for (const AccessRun& run : units.runs)
      ForGranules(
          units, run, [this](const UnitStore::Block& block) { return MayHave(block); },
          [&](const Unit& unit, std::uint64_t granule) {
            if (Has(granule)) uses.Note(granule, run.context.tid, (abi::TagOf(unit) & abi::kUnitWrites) != 0);
          });
  near_ = {}, count_ = 0;
  std::ranges::fill(sketch_, 0), std::ranges::fill(slots_, 0);
  uses.ForEach([this](std::uint64_t granule, bool met) {
    if (met) Add(granule);
  });
}

void MetMemory::Add(std::uint64_t granule) {
  if (Has(granule)) return;
  near_[static_cast<unsigned>(std::countr_zero(UnitStore::Block::Far(granule)))] |= UnitStore::Block::Near(granule);
  sketch_[granule >> 6 & (kWords - 1)] |= 1ull << (granule & 63);
  if (2 * (count_ + 1) > slots_.size()) Grow();
  std::size_t i = Hash(granule) & (slots_.size() - 1);
  while (slots_[i] != 0) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = granule + 1;
  ++count_;
}

bool MetMemory::Known(std::uint64_t granule) const {
  for (std::size_t i = Hash(granule) & (slots_.size() - 1); slots_[i] != 0; i = (i + 1) & (slots_.size() - 1))
    if (slots_[i] == granule + 1) return true;
  return false;
}

void MetMemory::Grow() {
  std::vector<std::uint64_t> old(slots_.size() * 2);
  old.swap(slots_);
  for (const std::uint64_t slot : old) {
    if (slot == 0) continue;
    std::size_t i = Hash(slot - 1) & (slots_.size() - 1);
    while (slots_[i] != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

// --- EventList -----------------------------------------------------------------------------------------------------------

EventList& EventList::operator=(const EventList& other) {
  if (this == &other) return *this;
  clear();
  records_ = other.records_;
  short_ = other.short_;
  if (short_ != 0) units_ = other.units_;
  context_ = other.context_;
  return *this;
}

EventList& EventList::operator=(EventList&& other) noexcept {
  if (this == &other) return *this;
  records_ = std::move(other.records_);
  short_ = std::exchange(other.short_, 0);
  units_ = std::move(other.units_);
  context_ = std::exchange(other.context_, {});
  all_ = std::move(other.all_);
  unpacked_ = other.unpacked_.exchange(false);
  other.records_.clear(), other.all_.clear();
  return *this;
}

void EventList::clear() {
  records_.clear();
  context_ = {};
  if (short_ == 0) return;
  if (units_.use_count() == 1) units_->Clear();
  else units_.reset();
  short_ = 0;
  std::vector<Event>().swap(all_);
  unpacked_ = false;
}

const std::vector<Event>& EventList::Unpack() const {
  if (unpacked_.load(std::memory_order_acquire)) return all_;
  const std::lock_guard lock(unpacking_);
  if (unpacked_.load(std::memory_order_relaxed)) return all_;
  all_.reserve(size());
  Merge(
      [&](const AccessRun& run) {
        for (std::uint32_t i = 0; i < run.count; ++i) all_.push_back(abi::AccessOf((*units_)[run.first + i], run.context, i));
      },
      [&](const Event& record, std::uint32_t) { all_.push_back(record); });
  unpacked_.store(true, std::memory_order_release);
  return all_;
}

std::vector<Event>& EventList::Changing() {
  if (short_ == 0) return records_;
  std::vector<Event> events = std::move(const_cast<std::vector<Event>&>(Unpack()));
  clear();
  records_ = std::move(events);
  return records_;
}

void EventList::push_back(const Event& record) {
  if (unpacked_.load(std::memory_order_relaxed)) Changing();
  records_.push_back(record);
}

EventList::Taken EventList::Take(std::span<const Unit> units, std::size_t keep, bool& dropped) {
  Taken taken;
  std::size_t& i = taken.units;
  while (i < units.size() && !taken.ended) {
    const std::size_t from = i;
    if (!abi::IsRecord(units[i])) {
      while (i < units.size() && !abi::IsRecord(units[i])) ++i;
      TakeAccesses(&units[from], i - from, keep, dropped);
      continue;
    }
    // A record that is cut off is damage: what is left of it is passed over.
    for (; i + abi::kEventUnits <= units.size() && abi::IsRecord(units[i]) && !taken.ended; i += abi::kEventUnits)
      taken.ended = static_cast<abi::EventKind>(abi::TagOf(units[i])) == abi::EventKind::kRunEnd;
    if (i == from) i = units.size();
    else TakeRecords(reinterpret_cast<const Event*>(&units[from]), (i - from) / abi::kEventUnits, keep, dropped);
  }
  return taken;
}

void EventList::TakeRecords(const Event* records, std::size_t n, std::size_t keep, bool& dropped) {
  if (unpacked_.load(std::memory_order_relaxed)) Changing();
  if (size() + n <= keep) {
    records_.insert(records_.end(), records, records + n);
    return;
  }
  dropped = true;
  for (std::size_t i = 0; i < n; ++i)
    if (IsMeta(records[i].kind) && records[i].kind != abi::EventKind::kEnabled) records_.push_back(records[i]);
}

void EventList::TakeAccesses(const Unit* units, std::size_t n, std::size_t keep, bool& dropped) {
  if (unpacked_.load(std::memory_order_relaxed)) Changing();
  CHECK(units_.use_count() < 2);  // a list is copied when it is complete
  if (!units_) units_ = std::make_shared<UnitStore>();
  for (std::size_t i = 0; i < n;) {
    if (!abi::IsAccess(units[i])) {
      abi::ReadContext(units[i++], context_);
      continue;
    }
    const std::size_t from = i;
    while (i < n && abi::IsAccess(units[i])) ++i;
    const std::size_t count = i - from;
    if (size() + count > keep) {
      dropped = true;
    } else {
      units_->runs.push_back({.first = units_->size(),
                              .at = static_cast<std::uint32_t>(size()),
                              .count = static_cast<std::uint32_t>(count),
                              .context = context_});
      units_->Append(units + from, count);
      short_ += count;
    }
    context_.ordinal += static_cast<std::uint32_t>(count);
  }
}

}  // namespace reweave::inline trace
