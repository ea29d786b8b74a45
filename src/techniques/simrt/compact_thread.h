// A thread of a history in four bytes: suites have many millions of them.
#pragma once

#include <compare>
#include <cstdint>

namespace reweave::inline simrt {

// A thread of a test's history: process and number in one.
using ThreadId = std::uint64_t;
constexpr ThreadId MakeThreadId(std::uint32_t process, std::uint32_t thread) { return std::uint64_t{process} << 32 | thread; }
constexpr ThreadId kFreshThread = ~0ull;

// Stands for a ThreadId and is one wherever one is wanted. Small numbers are packed; the few that are not are kept in a table.
class CompactThread {
 public:
  CompactThread() = default;
  CompactThread(ThreadId thread) : code_(Pack(thread)) {}
  operator ThreadId() const { return code_ & kInTable ? Unpack(code_) : MakeThreadId(code_ >> kThreadBits, code_ & kThreads); }

  friend bool operator==(CompactThread a, CompactThread b) { return a.code_ == b.code_; }
  friend std::strong_ordering operator<=>(CompactThread a, CompactThread b) { return ThreadId(a) <=> ThreadId(b); }
  friend bool operator==(CompactThread a, ThreadId b) { return ThreadId(a) == b; }

 private:
  static constexpr unsigned kThreadBits = 21;
  static constexpr std::uint32_t kThreads = (1u << kThreadBits) - 1, kInTable = 1u << 31, kFresh = ~0u;

  static std::uint32_t Pack(ThreadId thread) {
    const std::uint64_t process = thread >> 32, number = thread & 0xffffffff;
    if (process < (kInTable >> kThreadBits) && number <= kThreads)
      return static_cast<std::uint32_t>(process << kThreadBits | number);
    return thread == kFreshThread ? kFresh : PutInTable(thread);
  }
  static ThreadId Unpack(std::uint32_t code);
  static std::uint32_t PutInTable(ThreadId thread);

  std::uint32_t code_ = 0;
};

}  // namespace reweave::inline simrt
