#include "techniques/pcr/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "abi/compare_exchange.h"
#include "base/mix.h"
#include "techniques/pcr/run_maker.h"

namespace reweave::pcr {

namespace {

constexpr std::uint64_t kMostGranules = 512;  // of a bulk access that are looked at

std::uint64_t Part(std::uint64_t value, std::uint64_t offset, unsigned size) {
  value >>= 8 * offset;
  return size >= 8 ? value : value & ((std::uint64_t{1} << 8 * size) - 1);
}

bool HasValue(const abi::Event& raw) { return (raw.flags & (abi::kRange | abi::kNoValue)) == 0 && raw.size <= 8; }

}  // namespace

const CellAccess* Run::AccessTo(EventId e, std::uint32_t cell) const {
  for (const CellAccess& access : AccessesOf(e))
    if (access.cell == cell) return &access;
  return nullptr;
}

bool Run::WrittenValue(EventId write, std::uint32_t cell, std::uint64_t* value) const {
  if (write == kNoEvent) {
    *value = cells[cell].initial;
    return cells[cell].initial_known;
  }
  const CellAccess* access = AccessTo(write, cell);
  *value = access->written;
  return access->write_known;
}

bool Run::OldValue(const CellAccess& access, std::uint64_t* value) const {
  return WrittenValue(access.before, access.cell, value);
}

bool Run::HasLock(EventId e, std::uint32_t lock, std::uint32_t* region) const {
  for (std::uint32_t at = events[e].held; at != kNone; at = holds[at].next) {
    if (regions[holds[at].region].lock != lock) continue;
    *region = holds[at].region;
    return true;
  }
  return false;
}

void Run::SetFirstUses(std::span<const std::uint32_t> uses) {
  if (uses.empty()) return;
  has_first_uses = true;
  for (Event& event : events) event.first_use = uses[event.index];
}

Result<Run> Run::Make(const Trace& trace, const Window& window) { return RunMaker(trace, window).Make(); }

// --- Cells -------------------------------------------------------------------------------------------------------------

template <typename F>
void RunMaker::ForCells(const abi::Event& event, F&& f) {
  const std::uint64_t end = event.obj + std::max<std::uint64_t>(AccessSize(event), 1);
  std::uint64_t last = (end - 1) >> 3;
  if (last - (event.obj >> 3) > kMostGranules) last = (event.obj >> 3) + kMostGranules;
  for (std::uint64_t g = event.obj >> 3; g <= last; ++g) {
    const std::uint8_t* cuts = cuts_.Find(g);
    const unsigned mask = cuts != nullptr ? *cuts | 1u : 1u;
    const auto from = static_cast<unsigned>(std::max(event.obj, g << 3) - (g << 3));
    const auto to = static_cast<unsigned>(std::min(end, (g + 1) << 3) - (g << 3));
    for (unsigned at = from; at < to;) {
      unsigned next = at + 1;
      while (next < 8 && (mask >> next & 1) == 0) ++next;
      f((g << 3) + at, next - at);
      at = next;
    }
  }
}

Result<void> RunMaker::Count() {
  std::vector<std::uint32_t> last;
  if (window_.before != nullptr) last.resize(window_.before->created() + 1u);
  for (std::uint32_t i = window_.from; i < end_; ++i) {
    const abi::Event& event = trace_.events[i];
    if (!IsEvent(event.kind)) continue;
    if (event.tid >= last.size()) last.resize(event.tid + 1u);
    if (IsCounted(event.kind)) {
      if (event.ordinal <= last[event.tid])
        return Fail(ErrorCategory::kUsage, "cannot analyse trace", fmt::format("event {}", i),
                    fmt::format("thread {} counts {} after {}", event.tid, event.ordinal, last[event.tid]), "record it again");
      last[event.tid] = event.ordinal;
    }
    if (const OrderUse use = OrderUseOf(event); use.through == OrderUse::Through::kThread && use.object < 65535)
      last.resize(std::max<std::size_t>(last.size(), use.object + 1));
  }
  threads_ = last.size();
  return {};
}

void RunMaker::CutCells() {
  for (const abi::Event& event : Events()) {
    if (!IsAccess(event.kind)) continue;
    const std::uint64_t end = event.obj + std::max<std::uint64_t>(AccessSize(event), 1);
    cuts_[event.obj >> 3] |= static_cast<std::uint8_t>(1u << (event.obj & 7));
    if ((end & 7) != 0) cuts_[end >> 3] |= static_cast<std::uint8_t>(1u << (end & 7));
    if (((end - 1) >> 3) - (event.obj >> 3) > kMostGranules) ++run_.capped_ranges;
  }
}

// Exact for creation and joining: if the last access of a thread is ordered, so are those before.
void RunMaker::FindShared() {
  ThreadClocks clocks;
  std::vector<std::uint32_t> time(threads_);
  for (const abi::Event& event : Events()) {
    if (!IsEvent(event.kind) || !IsCounted(event.kind)) continue;
    if (event.kind == abi::EventKind::kOnceEnd) guards_.insert(event.obj);
    const std::uint32_t now = ++time[event.tid];
    clocks.See(event, now);
    if (!IsAccess(event.kind)) continue;
    const bool writes = WritesMemory(event.kind);
    ForCells(event, [&](std::uint64_t address, unsigned size) {
      std::uint32_t& known = cell_at_[address];
      if (known == 0) raw_.emplace_back(), known = static_cast<std::uint32_t>(raw_.size());
      RawCell& cell = raw_[known - 1];
      cell.size = static_cast<std::uint8_t>(size);
      RawCell::Use* own = nullptr;
      for (RawCell::Use& use : cell.uses) {
        if (use.tid == event.tid) own = &use;
        else if ((writes ? use.access : use.write) > clocks.Before(event.tid, use.tid)) cell.shared = true;
      }
      if (own == nullptr) own = &cell.uses.emplace_back(RawCell::Use{event.tid, 0, 0});
      own->access = now;
      if (writes) own->write = now;
    });
  }
}

bool RunMaker::IsInModel(const abi::Event& event) {
  if (!IsEvent(event.kind) || !IsCounted(event.kind)) return false;
  if (IsAccess(event.kind)) {
    bool shared = false;
    ForCells(event, [&](std::uint64_t address, unsigned) { shared |= raw_[*cell_at_.Find(address) - 1].shared; });
    return shared || LooksAtOnce(event);
  }
  switch (event.kind) {
    case abi::EventKind::kFence:
    case abi::EventKind::kDetach:
    case abi::EventKind::kYield:
    case abi::EventKind::kSleep:
    case abi::EventKind::kExtern: return false;
    case abi::EventKind::kAnnotate: return static_cast<bool>(LockUseOf(event));
    default: return true;
  }
}

void RunMaker::AddAccesses(const abi::Event& raw, Event& event, EventId id) {
  event.first_access = static_cast<std::uint32_t>(run_.accesses.size());
  if (!IsAccess(raw.kind)) return;
  const bool known = HasValue(raw);
  ForCells(raw, [&](std::uint64_t address, unsigned size) {
    RawCell& cell = raw_[*cell_at_.Find(address) - 1];
    if (!cell.shared) return;
    if (cell.number == kNone) {
      cell.number = static_cast<std::uint32_t>(run_.cells.size());
      Run::Cell& made = run_.cells.emplace_back();
      made.address = address, made.size = cell.size;
      made.initial_known = window_.before != nullptr && window_.before->Value(address, cell.size, &made.initial);
      last_write_.push_back(kNoEvent), value_.push_back(made.initial), value_known_.push_back(made.initial_known);
      run_.writers.emplace_back();
    }
    const std::uint32_t n = cell.number;
    CellAccess access{.event = id, .cell = n};
    access.before = last_write_[n];
    const std::uint64_t offset = address - raw.obj;
    if (ReadsMemory(raw.kind)) {
      access.reads = true;
      access.source = last_write_[n];
      access.read_known = known;
      if (known) access.read = Part(raw.value, offset, size);
      if (known && last_write_[n] == kNoEvent && !run_.cells[n].initial_known)
        run_.cells[n].initial_known = true, run_.cells[n].initial = access.read, value_[n] = access.read, value_known_[n] = 1;
      if (known && value_known_[n] && value_[n] != access.read) ++run_.unexplained;
    }
    if (WritesMemory(raw.kind)) {
      access.writes = true;
      access.write_known = known;
      if (known) access.written = Part(raw.kind == abi::EventKind::kAtomicRmw ? raw.value2 : raw.value, offset, size);
      last_write_[n] = id;
      value_[n] = access.written, value_known_[n] = known;
      auto& writers = run_.writers[n];
      auto own = std::ranges::find(writers, raw.tid, &Run::Writer::tid);
      if (own == writers.end()) own = writers.insert(writers.end(), Run::Writer{raw.tid, {}});
      own->seqs.push_back(event.seq);
    }
    event.reads |= access.reads, event.writes |= access.writes;
    event.compares |= raw.kind == abi::EventKind::kAtomicRmw && (raw.order & abi::kExchanged) != 0;
    run_.cells[n].accesses.push_back(static_cast<std::uint32_t>(run_.accesses.size()));
    run_.accesses.push_back(access);
    ++event.accesses;
  });
}

Result<void> RunMaker::AddEvents() {
  ThreadClocks clocks;
  std::vector<std::uint32_t> row(threads_, kNone);
  branches_.assign(threads_, 0), history_.assign(threads_, 0x51ed270b);
  held_.assign(threads_, kNone), created_by_.assign(threads_, kNoEvent), ended_ = created_by_;
  waiting_.assign(threads_, {});
  run_.threads.assign(threads_, {});
  if (window_.before != nullptr) BeginWindow();
  else ReadPreamble();
  for (std::uint32_t i = window_.from; i < end_; ++i) {
    const abi::Event& raw = trace_.events[i];
    if (raw.kind == abi::EventKind::kBranch) ++branches_[raw.tid], run_.has_branches = true;
    if (!IsInModel(raw)) continue;
    const auto id = static_cast<EventId>(run_.events.size());
    Event event;
    event.index = i, event.ordinal = raw.ordinal, event.site = raw.site, event.tid = raw.tid, event.kind = raw.kind;
    event.obj = raw.obj, event.branches = branches_[raw.tid];
    run_.threads[raw.tid].push_back(id);
    event.seq = static_cast<std::uint32_t>(run_.threads[raw.tid].size());
    event.history = history_[raw.tid] =
        QuickMix(QuickMix(history_[raw.tid], raw.site), static_cast<std::uint64_t>(raw.kind) << 32 | raw.ordinal);
    if (clocks.See(raw, event.seq) || row[raw.tid] == kNone) {
      row[raw.tid] = static_cast<std::uint32_t>(run_.clocks_.size() / threads_);
      std::ranges::copy(clocks.row(raw.tid, threads_), std::back_inserter(run_.clocks_));
    }
    event.clock = row[raw.tid];
    AddAccesses(raw, event, id);
    run_.events.push_back(event);
    if (LooksAtOnce(raw)) AddLook(raw, id);
    RW_TRY(AddLock(raw, id));
    AddOrder(raw, id);
    run_.events[id].held = held_[raw.tid];
  }
  return {};
}

void RunMaker::Index() {
  std::ranges::sort(run_.musts, {}, [](const Must& m) { return std::pair(m.to, m.from); });
  run_.must_first_.assign(run_.events.size() + 1, 0);
  for (const Must& must : run_.musts) ++run_.must_first_[must.to + 1];
  for (std::size_t i = 1; i < run_.must_first_.size(); ++i) run_.must_first_[i] += run_.must_first_[i - 1];
  run_.locks.resize(run_.lock_objects.size());
  for (std::uint32_t r = 0; r < run_.regions.size(); ++r) {
    auto& users = run_.locks[run_.regions[r].lock];
    auto own = std::ranges::find(users, run_.regions[r].tid, &Run::LockRegions::tid);
    if (own == users.end()) own = users.insert(users.end(), Run::LockRegions{run_.regions[r].tid, {}});
    own->regions.push_back(r);
  }
}

Result<Run> RunMaker::Make() {
  if (trace_.truncated)
    return Fail(ErrorCategory::kUsage, "cannot analyse trace", {}, "records are missing: the run was longer than is kept",
                "make the test smaller");
  RW_TRY(Count());
  CutCells();
  FindShared();
  RW_TRY(AddEvents());
  FinishSync();
  Index();
  run_.branches = branches_;
  return std::move(run_);
}

}  // namespace reweave::pcr
