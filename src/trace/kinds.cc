#include "trace/kinds.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "abi/misuse.h"
#include "trace/record_classes.h"

namespace reweave::inline trace {

std::string_view KindName(abi::EventKind kind) {
  switch (kind) {
    case abi::EventKind::kNone: return "none";
    case abi::EventKind::kFirstMeta: return "?";
#define RW_EVENT(name, text, cls) \
  case abi::EventKind::k##name: return text;
#include "abi/event_kinds.def"
#define RW_META(name, text) \
  case abi::EventKind::k##name: return text;
#include "abi/event_kinds.def"
  }
  return "?";
}

std::uint32_t RecordClassOf(abi::EventKind kind) {
  switch (kind) {
#define RW_EVENT(name, text, cls) \
  case abi::EventKind::k##name: return abi::kRecord##cls;
#include "abi/event_kinds.def"
    default: return 0;
  }
}

bool IsKnownKind(abi::EventKind kind) { return KindName(kind) != "?" && kind != abi::EventKind::kNone; }

std::string_view EndKindName(abi::EndKind kind) {
  using enum abi::EndKind;
  switch (kind) {
    case kPass: return "pass";
    case kExit: return "exit";
    case kAssert: return "assert";
    case kAbort: return "abort";
    case kException: return "exception";
    case kSignal: return "signal";
    case kHeap: return "heap";
    case kDeadlock: return "deadlock";
    case kLivelock: return "livelock";
    case kTimeout: return "timeout";
    case kDiverged: return "diverged";
    case kUnsupported: return "unsupported";
    case kStopped: return "stopped";
    case kNeedThreads: return "need threads";
    case kMemory: return "memory";
    case kLost: return "lost";
    case kBlocked: return "blocked";
    case kMisuse: return "misuse";
  }
  return "?";
}

std::string_view DivergedReasonName(abi::DivergedReason reason) {
  using enum abi::DivergedReason;
  switch (reason) {
    case kNotEnabled: return "the thread cannot run there";
    case kNoSuchThread: return "there is no such thread";
    case kEndedEarly: return "the thread ended before";
    case kPassedOrdinal: return "the thread passed the operation without a scheduling point";
    case kOtherOperation: return "the thread is about to do something else";
    case kNoSuchOutcome: return "the operation cannot have that outcome";
    case kNeverEnds: return "the thread waits in a loop for others, who may not run before it has ended";
  }
  return "unknown reason";
}

std::string_view HeapErrorName(abi::HeapError error) {
  using enum abi::HeapError;
  switch (error) {
    case kUseAfterFree: return "use-after-free";
    case kOutOfBlock: return "out-of-block";
    case kDoubleFree: return "double-free";
    case kBadFree: return "bad-free";
    case kUseAfterDestruction: return "use-after-destruction";
    case kUseAfterReturn: return "use-after-return";
  }
  return "heap-error";
}

std::string_view SyncErrorName(abi::SyncError error) {
  using enum abi::SyncError;
  if (error == abi::kDescriptorClosed) return "descriptor-closed";
  if (error == abi::kThreadJoined) return "thread-joined";
  switch (error) {
    case kDestroyed: return "used-after-destroy";
    case kDestroyedInUse: return "destroyed-in-use";
    case kInitialisedInUse: return "initialised-in-use";
    case kNotHeld: return "unlock-not-held";
  }
  return "misuse";
}

std::string SignalName(std::uint64_t number) {
  const char* name = number < 65 ? sigabbrev_np(static_cast<int>(number)) : nullptr;
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(number);
}

std::span<const RecordClassName> RecordClassNames() {
  using namespace abi;
  static constexpr RecordClassName kNames[] = {
      {"sync", kRecordSync},
      {"access", kRecordAccess},
      {"all-access", kRecordAccess | kRecordAllAccess},
      {"call", kRecordCall},
      {"branch", kRecordBranch},
      {"block", kRecordBlock},
      {"loop", kRecordLoop},
      {"alloc", kRecordAlloc},
      {"comparison", kRecordSync | kRecordAccess | kRecordAllAccess | kRecordCall | kRecordLoop | kRecordAlloc},
      {"all", 0xff},
  };
  return kNames;
}

std::optional<std::uint32_t> ParseRecordClasses(std::string_view text) {
  std::uint32_t mask = 0;
  while (true) {
    const auto comma = text.find(',');
    const auto known = std::ranges::find(RecordClassNames(), text.substr(0, comma), &RecordClassName::name);
    if (known == RecordClassNames().end()) return std::nullopt;
    mask |= known->classes;
    if (comma == std::string_view::npos) return mask;
    text.remove_prefix(comma + 1);
  }
}

bool KindIsKnownBefore(abi::EventKind kind) {
  using enum abi::EventKind;
  switch (kind) {
    case kLock:
    case kUnlock:
    case kRead:
    case kWrite:
    case kCreate:
    case kBegin:
    case kWaitBegin:
    case kSignal:
    case kBroadcast:
    case kAtomicWrite: return true;
    default: return false;
  }
}

}  // namespace reweave::inline trace
