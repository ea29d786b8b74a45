// What a trace says about code without hooks: accesses that may happen there, and further state inside libc. In a file of its
// own, since few need it.
#pragma once

#include "abi/event.h"

namespace reweave::abi {

// Of a plain access (Event::order): who says that it happens.
enum class Suspicion : std::uint8_t {
  kNone = 0,      // an instruction of the program
  kFrees = 1,     // the block is given back (recorded as kNone)
  kPointer = 14,  // a function without hooks got a pointer to it, and may read or write there
  kState = 15,  // state inside libc (abi::Hidden), where obj is no memory of the program; or what pages hold or allow changes
};

// Further states of HiddenState (10: abi/identity.h).
constexpr Hidden kBuffers{11};  // results and state of inet_ntoa, strsignal, hsearch, mbtowc, ...
constexpr Hidden kFileMemory{12};  // memory that is a file's: other addresses and descriptors may reach it, too
constexpr Hidden kWeakExchange{13};  // compare_exchange_weak that is not tried again where it fails (site)
constexpr Hidden kOwnState{14};  // memory of its own that code without hooks may have: the thread called it (site)
constexpr Hidden kLastState = kOwnState;

}  // namespace reweave::abi
