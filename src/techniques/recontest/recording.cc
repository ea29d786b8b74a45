#include "techniques/recontest/recording.h"

#include "techniques/recontest/analysis.h"

namespace reweave::recontest {

Result<std::shared_ptr<const Trace>> RecordRun(TargetOptions options, const Plan& base, std::uint64_t seed) {
  options.isolation = abi::Isolation::kExec;  // one run: nothing to rewind for
  options.fallback = false;
  options.preamble_record = kRecordForComparison;
  RW_ASSIGN(const auto target, Target::Create(options));
  Plan plan = base;
  plan.segments.clear(), plan.outcomes.clear();
  plan.tail = seed == 0 ? abi::TailPolicy::kStay : abi::TailPolicy::kRandom;
  if (seed != 0) plan.seed = seed, plan.granularity = abi::Granularity::kAll;
  plan.record = kRecordForComparison;
  plan.runs = 1;
  RW_TRY(target->Submit(plan));
  auto trace = std::make_shared<Trace>();
  RW_ASSIGN(const Target::Status status, target->NextRun(*trace));
  if (status == Target::Status::kInterrupted)
    return Fail(ErrorCategory::kUsage, "interrupted while recording", options.program.command.front());
  return trace;
}

std::string AsFile(const std::string& path) { return path.find('/') == std::string::npos ? "./" + path : path; }

Result<TargetOptions> OldTarget(const std::string& old_program, const TargetOptions& options) {
  TargetOptions old_target = options;
  std::vector<std::string> command = options.program.command;
  command.front() = AsFile(old_program);
  RW_ASSIGN(old_target.program, InspectProgram(command));
  return old_target;
}

Result<std::shared_ptr<const recontest::Analysis>> CompareWithOld(const std::string& old_program, const TargetOptions& options,
                                                                  const Plan& base, const recontest::Options& rules) {
  RW_ASSIGN(const TargetOptions old_target, OldTarget(old_program, options));
  RW_ASSIGN(const auto old_trace, RecordRun(old_target, base));
  if (old_trace->failed())
    return Fail(ErrorCategory::kTarget, "the old version fails while it is recorded", old_program,
                "old-version-fails: " + std::string(EndKindName(old_trace->end_kind())), "compare with a version that passes");
  RW_ASSIGN(const auto new_trace, RecordRun(options, base));
  RW_ASSIGN(auto analysis, recontest::AnalyseImpact(old_trace, new_trace, rules));
  RW_TRY(recontest::AnalyseInterleavings(*analysis));
  return std::shared_ptr<const recontest::Analysis>(std::move(analysis));
}

}  // namespace reweave::recontest
