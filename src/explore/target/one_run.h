// One run beside a search, to look at something more closely.
#pragma once

#include <chrono>
#include <optional>

#include "base/result.h"
#include "explore/schedule/plan.h"
#include "explore/target/target.h"
#include "trace/trace.h"

namespace reweave::inline target {

constexpr auto kOneRunTime = std::chrono::seconds(2), kOneWindowTime = std::chrono::seconds(10);

// nullopt: interrupted, or it does not end.
inline Result<std::optional<Trace>> RunOnce(Target& target, const Plan& plan) {
  Trace trace;
  // Before the first run of a process comes the way to its window.
  target.set_deadline(std::chrono::steady_clock::now() + (target.options().window != 0 ? kOneWindowTime : kOneRunTime));
  RW_TRY(target.Submit(plan));
  RW_ASSIGN(const Target::Status status, target.NextRun(trace));
  if (status == Target::Status::kInterrupted) {
    target.Abandon();
    return std::nullopt;
  }
  return trace;
}

}  // namespace reweave::inline target
