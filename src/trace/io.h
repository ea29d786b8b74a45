// What a call on a descriptor or a file means for the other threads: the part of meaning.h that is about input and output.
#pragma once

#include <cstdint>
#include <string>

#include "abi/event.h"

namespace reweave::inline trace {

// Calls on different objects do not disturb each other; what is not told apart (object 0) depends on all others.
struct IoUse {
  bool is = false;
  std::uint16_t object = 0;                // Event::size, as runtime/descriptors.cc numbers them
  bool looks = false;                      // changes nothing (Event::order)
  bool takes_number = false;               // makes a descriptor: which number it gets depends on what is open
  bool not_open = false;  // the descriptor was not open: it would be, had another thread got that number before
  bool publishes = false, awaits = false;  // puts something into the object, takes something out of it
  bool awaits_all = false;  // of descriptors that the event does not name
  std::uint64_t signal = 0;  // waited for this signal and got it
  bool forks = false;  // copies the memory as it is: depends on every step of every other thread

  explicit operator bool() const { return is; }
};
IoUse IoUseOf(const abi::Event& event);

// "close 5 = EBADF"
std::string IoText(const abi::Event& event);

}  // namespace reweave::inline trace
