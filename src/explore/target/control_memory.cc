#include "explore/target/control_memory.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "abi/extras.h"
#include "abi/spinning.h"
#include "base/check.h"
#include "trace/kinds.h"

namespace reweave::inline target {

namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t RoundUp(std::uint64_t n) { return (n + kPage - 1) / kPage * kPage; }

void FutexWait(std::atomic<std::uint32_t>& word, std::uint32_t seen, std::chrono::nanoseconds longest) {
  timespec time{.tv_sec = longest.count() / 1'000'000'000, .tv_nsec = longest.count() % 1'000'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, &time, nullptr, 0);
}

void FutexWake(std::atomic<std::uint32_t>& word) { syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

Error SystemError(const char* call) {
  return Error(ErrorCategory::kInternal, "cannot make shared memory for the tested program", {},
               std::string(call) + ": " + ErrnoText(errno));
}

}  // namespace

Result<std::unique_ptr<ControlMemory>> ControlMemory::Create(const ControlSizes& sizes) {
  std::unique_ptr<ControlMemory> memory(new ControlMemory);
  memory->sizes_ = sizes;
  const std::uint64_t plan_offset = abi::kExtrasOffset + RoundUp(sizeof(abi::Extras));
  const std::uint64_t trace_offset = plan_offset + RoundUp(sizes.plan_bytes);
  memory->shared_offset_ = RoundUp(trace_offset + sizes.trace_slots * sizeof(abi::Event));
  memory->marks_offset_ = RoundUp(memory->shared_offset_ + sizes.shared_slots * sizeof(abi::SharedSlot));
  memory->bytes_ = RoundUp(memory->marks_offset_ + sizes.marks);
  memory->fd_.Reset(memfd_create("reweave-control", MFD_CLOEXEC));
  if (!memory->fd_.valid()) return std::unexpected(SystemError("memfd_create"));
  if (ftruncate(memory->fd_.get(), static_cast<off_t>(memory->bytes_)) != 0) return std::unexpected(SystemError("ftruncate"));
  void* base = mmap(nullptr, memory->bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory->fd_.get(), 0);
  if (base == MAP_FAILED) return std::unexpected(SystemError("mmap"));
  memory->block_ = static_cast<abi::ControlBlock*>(base);
  memory->plans_ = static_cast<char*>(base) + plan_offset;
  memory->units_ = reinterpret_cast<abi::Unit*>(static_cast<char*>(base) + trace_offset);
  memory->Reset();
  return memory;
}

ControlMemory::~ControlMemory() {
  if (block_ != nullptr) munmap(block_, bytes_);
}

void ControlMemory::Reset() {
  const std::uint64_t shared = std::min(block_->shared_count.load(), sizes_.shared_slots);
  new (block_) abi::ControlBlock{};
  (new (&abi::ExtrasOf(*block_)) abi::Extras{})->magic = abi::kExtrasMagic;
  block_->magic = abi::kControlMagic;
  block_->abi_version = abi::kAbiVersion;
  block_->bytes = static_cast<std::uint32_t>(bytes_ / kPage);
  block_->plan_offset = static_cast<std::uint64_t>(plans_ - reinterpret_cast<char*>(block_));
  block_->plan_bytes = sizes_.plan_bytes;
  block_->trace_offset = static_cast<std::uint64_t>(reinterpret_cast<char*>(units_) - reinterpret_cast<char*>(block_));
  block_->trace_units = ring_units();
  block_->shared_offset = shared_offset_;
  block_->shared_slots = sizes_.shared_slots;
  block_->shared_count.store(shared);
  block_->marks_offset = marks_offset_;
  block_->marks_count = sizes_.marks;
  plan_head_ = trace_tail_ = 0;
}

void ControlMemory::SetMarks(std::string_view marks) {
  std::memcpy(reinterpret_cast<char*>(block_) + marks_offset_, marks.data(), std::min<std::size_t>(marks.size(), sizes_.marks));
}

void ControlMemory::WakeRuntime() {
  block_->plan_futex.fetch_add(1);
  if (block_->runtime_sleeps.load() != 0) FutexWake(block_->plan_futex);
}

bool ControlMemory::Publish(std::string_view plan) {
  CHECK(fits(plan) && plan.size() % 8 == 0);
  std::uint64_t head = plan_head_;
  const std::uint64_t used = head - block_->plan_tail.load(std::memory_order_acquire);
  const std::uint64_t to_end = sizes_.plan_bytes - head % sizes_.plan_bytes;
  const std::uint64_t filler = to_end < plan.size() ? to_end : 0;
  if (used + filler + plan.size() > sizes_.plan_bytes) return false;
  if (filler != 0) {
    const std::uint32_t words[2] = {static_cast<std::uint32_t>(filler), 0};  // PlanHeader::bytes, ::id
    std::memcpy(plans_ + head % sizes_.plan_bytes, words, sizeof words);
    head += filler;
  }
  std::memcpy(plans_ + head % sizes_.plan_bytes, plan.data(), plan.size());
  plan_head_ = head + plan.size();
  block_->plan_head.store(plan_head_);
  WakeRuntime();
  return true;
}

bool ControlMemory::has_records() const { return block_->trace_head.load(std::memory_order_acquire) != trace_tail_; }

bool ControlMemory::sane() const {
  return block_->magic == abi::kControlMagic &&
         block_->trace_head.load(std::memory_order_acquire) - trace_tail_ <= ring_units() &&
         plan_head_ - block_->plan_tail.load(std::memory_order_acquire) <= sizes_.plan_bytes;
}

bool ControlMemory::TakeUntilRunEnd(EventList& out, std::size_t keep, bool& dropped) {
  const std::uint64_t head = block_->trace_head.load(std::memory_order_acquire);
  const std::uint64_t start = trace_tail_;
  if (head - start > ring_units()) return false;
  std::uint64_t tail = start;
  bool ended = false;
  while (tail != head && !ended) {
    const std::uint64_t index = tail % ring_units();
    const std::uint64_t limit = std::min(head - tail, ring_units() - index);
    const EventList::Taken taken = out.Take({units_ + index, limit}, keep, dropped);
    ended = taken.ended;
    tail += taken.units;
  }
  trace_tail_ = tail;
  block_->trace_tail.store(tail);
  // Only a runtime that found the ring full waits for room; it is then surely more than half full.
  // Asked again after making room: the runtime may have filled the ring meanwhile and gone to sleep.
  if (block_->trace_head.load() - start > ring_units() / 2) WakeRuntime();
  return ended;
}

std::vector<abi::SharedSlot> ControlMemory::Shared(std::uint64_t from) const {
  const auto* slots = reinterpret_cast<const abi::SharedSlot*>(reinterpret_cast<const char*>(block_) + shared_offset_);
  const std::uint64_t count = std::min(block_->shared_count.load(), sizes_.shared_slots);
  return from < count ? std::vector<abi::SharedSlot>(slots + from, slots + count) : std::vector<abi::SharedSlot>();
}

bool ControlMemory::AddShared(const abi::SharedSlot& slot) {
  auto* slots = reinterpret_cast<abi::SharedSlot*>(reinterpret_cast<char*>(block_) + shared_offset_);
  const std::uint64_t count = block_->shared_count.load();
  if (count >= sizes_.shared_slots) return false;
  slots[count] = slot;
  block_->shared_count.store(count + 1);
  return true;
}

void ControlMemory::WaitRecords(std::uint32_t spin, std::chrono::nanoseconds longest, bool all) {
  thread_local abi::Spinning spinning;  // whether it pays depends on the machine as it is now, whichever program is waited for
  if (spin > 0 && spinning.Until(spin, [this] { return has_records(); })) return;
  const std::uint32_t seen = block_->trace_futex.load();
  block_->explorer_sleeps.store(all ? abi::kSleepsForAll : abi::kSleepsForOne);
  if (block_->trace_head.load() == trace_tail_) FutexWait(block_->trace_futex, seen, longest);
  block_->explorer_sleeps.store(0);
}

}  // namespace reweave::inline target
