// Long runs in windows: everything before a window is left as it was, patterns are looked for inside it. What a window begins
// with (who has which lock, who waits, what memory holds) is what the run had there.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "detect/address_map.h"
#include "trace/meaning.h"
#include "trace/trace.h"

namespace reweave::pcr {

constexpr std::size_t kLongRun = 100'000;      // events of a run that is looked at as a whole
constexpr std::size_t kWindowEvents = 10'000;  // of a window

// What a run had come to before an event.
class StateBefore {
 public:
  // Takes in the events up to `end`, which must not go back.
  void Advance(const Trace& trace, std::uint32_t end);

  struct Held {
    LockMode mode = LockMode::kExclusive;
    unsigned depth = 0;
  };
  const std::map<std::pair<std::uint16_t, std::uint64_t>, Held>& held() const { return held_; }  // thread, lock
  // Thread: condition variable. Those that were woken and have not returned yet are not among them.
  const std::map<std::uint16_t, std::uint64_t>& waiting() const { return waiting_; }
  std::uint16_t created() const { return created_; }                                  // threads, main not counted
  // What `size` bytes at the address hold, if all of them were seen.
  bool Value(std::uint64_t address, unsigned size, std::uint64_t* value) const;

 private:
  struct Granule {
    std::array<std::uint8_t, 8> bytes{};
    std::uint8_t known = 0;  // a bit each
  };
  void TakeLock(const abi::Event& event);
  void TakeOrder(const abi::Event& event);
  void Store(const abi::Event& event);

  std::uint32_t next_ = 0;
  std::map<std::pair<std::uint16_t, std::uint64_t>, Held> held_;
  std::map<std::uint16_t, std::uint64_t> waiting_;
  std::uint16_t created_ = 0;
  detect::AddressMap<Granule> memory_;
};

// A part of a run.
struct Window {
  std::uint32_t from = 0, to = ~0u;     // events of the trace
  const StateBefore* before = nullptr;  // of `from`; null: the window begins where the run does
};

}  // namespace reweave::pcr
