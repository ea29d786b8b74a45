#include "explore/target/isolation.h"

namespace reweave::inline target {

IsolationChoice ChooseIsolation(std::uint32_t seen, abi::Lasting lasting) {
  struct Rule {
    std::uint32_t bit;
    abi::Isolation level;
    const char* reason;
  };
  const Rule kRules[] = {
      {abi::kSeenChild, abi::Isolation::kExec, "it starts child processes"},
      {abi::kSeenOldDescriptor, abi::Isolation::kExec, "it uses a descriptor opened before its first thread"},
      {abi::kSeenSharedMapping, abi::Isolation::kExec, "it maps more than 64 MB of memory or files that others share"},
      {abi::kSeenFileChange, abi::Isolation::kExec, abi::kLastingNames[static_cast<std::size_t>(lasting)]},
      {abi::kSeenTimer, abi::Isolation::kFork, "it sets timers"},
      {abi::kSeenUnknownCall, abi::Isolation::kFork, "it changes what the whole process has: its user or groups"},
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
  auto run = std::make_shared<IsolationChoice::Run>();
  run->plan = base;
  run->plan.tail = abi::TailPolicy::kStay;
  if (base.granularity == abi::Granularity::kRacing) run->plan.record |= abi::kRecordAllAccess;
  RW_TRY(target->Submit(run->plan));
  RW_ASSIGN(const Target::Status status, target->NextRun(run->trace));
  IsolationChoice choice = ChooseIsolation(target->seen(), target->lasting());
  if (status == Target::Status::kRun) choice.run = std::move(run);
  choice.pool_threads = target->options().pool_threads;
  choice.shared = target->Shared();
  choice.follow = target->options().follow;
  choice.expected_status = target->options().expected_status;
  choice.notes = target->TakeNotes();
  return choice;
}

}  // namespace reweave::inline target
