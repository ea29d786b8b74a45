#include "explore/recording.h"

namespace reweave {

Result<std::shared_ptr<const Trace>> RecordRun(TargetOptions options, const Plan& base) {
  options.isolation = abi::Isolation::kExec;  // one run: nothing to rewind for
  options.fallback = false;
  options.preamble_record = kRecordForComparison;
  RW_ASSIGN(const auto target, Target::Create(options));
  Plan plan = base;
  plan.segments.clear(), plan.outcomes.clear();
  plan.tail = abi::TailPolicy::kStay;
  plan.record = kRecordForComparison;
  plan.runs = 1;
  RW_TRY(target->Submit(plan));
  auto trace = std::make_shared<Trace>();
  RW_ASSIGN(const Target::Status status, target->NextRun(*trace));
  if (status == Target::Status::kInterrupted)
    return Fail(ErrorCategory::kUsage, "interrupted while recording", options.program.command.front());
  return trace;
}

}  // namespace reweave
