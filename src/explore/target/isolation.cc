#include "explore/target/isolation.h"

namespace reweave {

IsolationChoice ChooseIsolation(std::uint32_t seen) {
  struct Rule {
    std::uint32_t bit;
    abi::Isolation level;
    const char* reason;
  };
  static constexpr Rule kRules[] = {
      {abi::kSeenChild, abi::Isolation::kExec, "it starts child processes"},
      {abi::kSeenOldDescriptor, abi::Isolation::kExec, "it uses a descriptor opened before its first thread"},
      {abi::kSeenSharedMapping, abi::Isolation::kExec, "it maps shared memory"},
      {abi::kSeenFileChange, abi::Isolation::kExec, "it changes files or directories"},
      {abi::kSeenTimer, abi::Isolation::kFork, "it sets timers"},
      {abi::kSeenOldUnmap, abi::Isolation::kFork, "it unmaps or protects memory older than its first thread"},
  };
  for (const Rule& rule : kRules)
    if ((seen & rule.bit) != 0) return {.isolation = rule.level, .reason = rule.reason};
  return {.isolation = abi::Isolation::kRewind, .reason = "nothing seen that rewinding cannot undo"};
}

Result<IsolationChoice> ProbeIsolation(TargetOptions options, const Plan& base) {
  options.probing = true;
  options.fallback = false;
  options.isolation = abi::Isolation::kExec;
  RW_ASSIGN(const auto target, Target::Create(std::move(options)));
  Plan plan = base;
  plan.tail = abi::TailPolicy::kStay;
  RW_TRY(target->Submit(plan));
  Trace trace;
  RW_TRY(target->NextRun(trace));
  IsolationChoice choice = ChooseIsolation(target->seen());
  choice.pool_threads = target->options().pool_threads;
  return choice;
}

}  // namespace reweave
