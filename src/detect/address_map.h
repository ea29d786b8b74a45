// A hash table from 64-bit keys to values that is emptied in no time: what a detector keeps of one run and forgets before the
// next. References stay valid until the next insertion.
#pragma once

#include <cstdint>
#include <vector>

namespace reweave::detect {

template <typename Value>
class AddressMap {
 public:
  AddressMap() : slots_(64) {}  // short runs have few keys, and many maps are made for them

  void Clear() {
    used_ = 0;
    if (++stamp_ != 0) return;
    for (Slot& slot : slots_) slot.stamp = 0;
    stamp_ = 1;
  }
  std::size_t size() const { return used_; }

  Value* Find(std::uint64_t key) {
    Slot& slot = Locate(key);
    return slot.stamp == stamp_ ? &slot.value : nullptr;
  }
  const Value* Find(std::uint64_t key) const { return const_cast<AddressMap*>(this)->Find(key); }

  // The value of the key, a new Value{} if it had none.
  Value& operator[](std::uint64_t key) {
    Slot* slot = &Locate(key);
    if (slot->stamp == stamp_) return slot->value;
    if (2 * (used_ + 1) > slots_.size()) {
      Grow();
      slot = &Locate(key);
    }
    ++used_;
    slot->stamp = stamp_;
    slot->key = key;
    slot->value = Value{};
    return slot->value;
  }

  template <typename F>
  void ForEach(F&& f) {
    for (Slot& slot : slots_)
      if (slot.stamp == stamp_) f(slot.key, slot.value);
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t stamp = 0;
    Value value{};
  };

  Slot& Locate(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = (key * 0x9e3779b97f4a7c15ull) >> 32 & mask;; i = (i + 1) & mask)
      if (slots_[i].stamp != stamp_ || slots_[i].key == key) return slots_[i];
  }
  void Grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (Slot& slot : old) {
      if (slot.stamp != stamp_) continue;
      Slot& to = Locate(slot.key);
      to = slot;
    }
  }

  std::vector<Slot> slots_;
  std::uint32_t stamp_ = 1;
  std::size_t used_ = 0;
};

}  // namespace reweave::detect
