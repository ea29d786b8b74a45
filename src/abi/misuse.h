// Misuse of what is no synchronisation object. The numbers continue SyncError (RunEnd of kind kMisuse: value).
#pragma once

#include "abi/event.h"

namespace reweave::abi {

constexpr SyncError kDescriptorClosed{5};  // used after another thread closed it; value2 = the descriptor
constexpr SyncError kThreadJoined{6};      // joined twice, or by two threads; value2 = its handle

}  // namespace reweave::abi
