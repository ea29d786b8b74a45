// Names of record kinds and of the ways a run ends, and the questions every reader asks about a kind.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "abi/event.h"

namespace reweave::inline trace {

std::string_view KindName(abi::EventKind kind);        // "lock", "run end"; "?" for an unknown number
std::string_view EndKindName(abi::EndKind kind);       // "pass", "assert", ...
std::string_view DivergedReasonName(abi::DivergedReason reason);
std::string_view HeapErrorName(abi::HeapError error);
std::string_view SyncErrorName(abi::SyncError error);
std::string SignalName(std::uint64_t number);          // "SIGSEGV", "signal 70"

constexpr bool IsMeta(abi::EventKind kind) { return kind > abi::EventKind::kFirstMeta; }
constexpr bool IsEvent(abi::EventKind kind) { return kind > abi::EventKind::kNone && kind < abi::EventKind::kFirstMeta; }
constexpr bool IsPoint(const abi::Event& event) { return IsEvent(event.kind) && (event.flags & abi::kPoint) != 0; }
constexpr bool IsPlainAccess(abi::EventKind kind) { return kind == abi::EventKind::kRead || kind == abi::EventKind::kWrite; }
// The class whose recording brings events of this kind; 0 for meta records.
std::uint32_t RecordClassOf(abi::EventKind kind);
// Counted events have ordinals of their own; the others carry that of the last counted one (abi/event.h).
inline bool IsCounted(abi::EventKind kind) { return (RecordClassOf(kind) & (abi::kRecordSync | abi::kRecordAccess)) != 0; }
bool IsKnownKind(abi::EventKind kind);

// The run showed a bug of the program (as opposed to: passed, diverged, unsupported, stopped by plan).
constexpr bool IsFailure(abi::EndKind end) {
  using enum abi::EndKind;
  return end != kPass && end != kDiverged && end != kUnsupported && end != kStopped && end != kNeedThreads && end != kBlocked;
}

// Record classes by name: "sync,access,call,branch,block,loop,alloc,all-access"; "all" = every class,
// "comparison" = what comparing two versions' runs needs.
std::optional<std::uint32_t> ParseRecordClasses(std::string_view text);

// Whether a thread about to do this already shows the kind that will be recorded: a lock may time out, a compare-exchange fail.
bool KindIsKnownBefore(abi::EventKind kind);

}  // namespace reweave::inline trace
