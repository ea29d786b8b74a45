// A buffer that is replaced while others read it. Thread-safe.
#pragma once

#include <atomic>

class SlotPool {
 public:
  SlotPool() : current_(new Slot) {}
  ~SlotPool() { delete current_.load(); }
  SlotPool(const SlotPool&) = delete;
  SlotPool& operator=(const SlotPool&) = delete;

  void Replace(int value) {
    Slot* fresh = new Slot;
    fresh->value.store(value);
    delete current_.exchange(fresh);  // planted: a reader may still be in the old one
  }

  int Read() const {
    const Slot* slot = current_.load();
    return slot->value.load();
  }

 private:
  struct Slot {
    std::atomic<int> value{0};
  };
  std::atomic<Slot*> current_;
};
