#include "suite/recorder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>

#include "abi/coverage.h"
#include "explore/target/isolation.h"
#include "explore/target/program.h"
#include "explore/target/target.h"
#include "suite/surroundings.h"
#include "trace/kinds.h"
#include "trace/trace.h"

namespace reweave::inline suite {

namespace {

namespace fs = std::filesystem;

// Per module key and thread, the blocks.
class Builder {
 public:
  // False: it was there.
  bool Add(const KnownModule& known, std::uint32_t process, std::uint32_t thread, std::uint32_t block) {
    auto& module = modules_[known.key];
    module.name = known.name;
    return module.threads[{process, thread}].insert(block).second;
  }
  // A thread that covered nothing still is a thread of the run, but says nothing: it is left out.
  std::vector<ModuleCoverage> Take() {
    std::vector<ModuleCoverage> out;
    for (auto& [key, module] : modules_) {
      ModuleCoverage coverage{.name = module.name, .key = key, .threads = {}, .flaky = {}};
      for (auto& [who, blocks] : module.threads)
        coverage.threads.push_back({who.first, who.second, {blocks.begin(), blocks.end()}});
      out.push_back(std::move(coverage));
    }
    return out;
  }

 private:
  struct Module {
    std::string name;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> threads;
  };
  std::map<std::string, Module> modules_;
};

std::string EndText(const Trace& trace) { return fmt::format("ended by {}", EndKindName(trace.end_kind())); }

}  // namespace

struct Recorder::OneRun {
  std::vector<ModuleCoverage> modules;
  Verdict verdict = Verdict::kPassed;
  std::string incomplete;   // why the coverage may not be all
  std::string output;
  double seconds = 0;
  bool interrupted = false;
  bool cut = false;  // by the caller's limit, not by the test's own
};

void Recorder::Translate(const RawCoverage& raw, const TestSpec& test, OneRun& run) {
  Builder builder;
  if (!raw.lost.empty()) run.incomplete = raw.lost;
  struct Range {
    std::uint32_t first, count;
    const KnownModule* module;
    const Inference* inference;
  };
  std::map<std::uint32_t, std::vector<Range>> ranges;  // by process
  for (const auto& module : raw.modules) {
    // The dynamic linker may know a library by a name relative to where the test ran.
    const std::string path = module.path.starts_with('/') ? module.path : (fs::path(test.directory) / module.path).string();
    const KnownModule* known = modules_.Find(path);
    if (known != nullptr && known->blocks <= module.count)
      ranges[module.process].push_back({module.first, module.count, known, &modules_.InferenceOf(path)});
    else run.incomplete = fmt::format("the facts of {} cannot be read, or it was rebuilt in the meantime", path);
  }
  for (const auto& thread : raw.threads) {
    const auto& in = ranges[thread.process];
    for (const std::uint32_t id : thread.ids)
      for (const Range& range : in)
        if (id - range.first < range.count)
          // What follows from a block was not recorded, or says the same again.
          for (std::uint32_t block = id - range.first; block < range.count;) {
            if (!builder.Add(*range.module, thread.process, thread.number, block)) break;
            block = block < range.inference->implied.size() ? range.inference->implied[block] : Inference::kNone;
          }
  }
  run.modules = builder.Take();
}

Result<Recorder::OneRun> Recorder::RunOnce(const TestSpec& test) {
  if (file_ == nullptr) {
    RW_ASSIGN(CoverageFile file, CoverageFile::Create());
    file_ = std::make_unique<CoverageFile>(std::move(file));
  }
  (void)modules_.ProgramsOf(test);
  std::vector<CoverageFile::Idle> idle;
  for (const std::string& path : modules_.Known()) {
    const Inference& inference = modules_.InferenceOf(path);
    idle.push_back({path, inference.blocks, &inference.idle});
  }
  RW_TRY(file_->Reset(idle));
  RunLimits limits = options_.limits;
  if (test.timeout) limits.timeout = *test.timeout;
  limits.timeout = std::min<std::chrono::nanoseconds>(limits.timeout, most_);
  RW_ASSIGN(NativeRun native, RunNatively(test, limits, {{abi::kCoverageVariable, file_->path()}}));
  OneRun run;
  run.verdict = Judge(test, native);
  run.interrupted = native.end == NativeRun::End::kInterrupted;
  run.cut = native.end == NativeRun::End::kTimedOut && limits.timeout == most_;
  RW_ASSIGN(const RawCoverage raw, file_->Read());
  Translate(raw, test, run);
  if (native.end != NativeRun::End::kExited) run.incomplete = DescribeEnd(native);
  else if (raw.modules.empty() && !test.is_fixture())
    run.incomplete = "no program it runs was built with Reweave's compiler driver";
  run.output = std::move(native.output);
  run.seconds = native.seconds;
  return run;
}

Result<Recorder::OneRun> Recorder::RunControlled(const TestSpec& test, std::uint64_t seed) {
  const auto programs = modules_.ProgramsOf(test);
  if (programs.empty() ||
      (test.command[0] != programs[0] && fs::path(test.command[0]).filename() != fs::path(programs[0]).filename()))
    return Fail(ErrorCategory::kTarget, "cannot record under the engine", test.name,
                "its command is not an instrumented program itself", "record it without --controlled");
  Surroundings surroundings(test);
  if (!surroundings.ok())
    return Fail(ErrorCategory::kUsage, "cannot enter the test's directory", test.directory, ErrnoText(errno));
  TargetOptions target_options;
  std::vector<std::string> command = test.command;
  command[0] = programs[0];
  RW_ASSIGN(target_options.program, InspectProgram(command));
  target_options.isolation = abi::Isolation::kExec;
  target_options.run_timeout = test.timeout ? *test.timeout : options_.limits.timeout;
  target_options.memory_limit = options_.limits.memory;
  target_options.stdin_path = options_.limits.stdin_path;
  target_options.preamble_record = abi::kRecordSync | abi::kRecordBlock;
  target_options.keep_events = 8u << 20;
  RW_ASSIGN(const auto target, Target::Create(target_options));
  Plan plan;
  plan.record = abi::kRecordSync | abi::kRecordBlock;
  // Several runs are several schedules: turns, then each thread as long as it can, first made first and last made first.
  constexpr abi::TailPolicy kFirst[] = {abi::TailPolicy::kRoundRobin, abi::TailPolicy::kStay, abi::TailPolicy::kYoungest};
  plan.tail = seed - 1 < std::size(kFirst) ? kFirst[seed - 1] : abi::TailPolicy::kRandom;
  plan.seed = seed;
  const auto begin = std::chrono::steady_clock::now();
  RW_TRY(target->Submit(plan));
  Trace trace;
  RW_ASSIGN(const Target::Status status, target->NextRun(trace));
  OneRun run;
  if (status == Target::Status::kInterrupted) {
    run.interrupted = true;
    return run;
  }
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const Summary summary = Summarize(trace);
  run.output = summary.output + summary.errors;
  const std::vector<Module> modules = ModulesOf(trace);
  Builder builder;
  std::uint32_t others = 0;  // threads that were made and not joined
  const auto take = [&](const std::vector<abi::Event>& events) {
    for (const abi::Event& event : events) {
      if (event.kind == abi::EventKind::kCreate) ++others;
      if (event.kind == abi::EventKind::kJoin && event.value2 == 0 && others > 0) --others;
      if (event.kind != abi::EventKind::kBlock) continue;
      const std::uint32_t thread = event.tid == 0 && others == 0 ? kAloneThread : event.tid;
      const std::uint32_t id = event.site & ((1u << abi::kSiteClassShift) - 1);
      for (const Module& module : modules) {
        const auto& range = module.sites[static_cast<int>(abi::SiteClass::kBlock)];
        if (id - range.first >= range.count) continue;
        // The dynamic linker has no name for the program itself.
        if (const KnownModule* known = modules_.Find(module.path.empty() ? programs[0] : module.path))
          builder.Add(*known, 0, thread, id - range.first);
        else run.incomplete = fmt::format("the facts of {} cannot be read", module.path);
      }
    }
  };
  if (trace.preamble) take(trace.preamble->events);
  take(trace.events);
  run.modules = builder.Take();
  const abi::EndKind end = trace.end_kind();
  if (end != abi::EndKind::kPass && end != abi::EndKind::kExit) run.incomplete = EndText(trace);
  else if (trace.truncated) run.incomplete = "it entered more blocks than a controlled recording keeps";
  NativeRun native;
  native.end = run.incomplete.empty() || trace.truncated ? NativeRun::End::kExited : NativeRun::End::kSignaled;
  native.status = end == abi::EndKind::kExit ? static_cast<int>(trace.end().value) : 0;
  native.output = run.output;
  run.verdict = Judge(test, native);
  return run;
}

Result<Recorded> Recorder::Record(const TestSpec& test) {
  Recorded out;
  TestHistory& history = out.history;
  history.build = modules_.BuildKeyOf(test);
  history.test = test.name;
  history.runs = test.is_fixture() ? 1 : options_.runs;  // what is set up twice may not be right
  history.controlled = options_.controlled;
  history.verdict = Text(Verdict::kPassed);
  std::vector<std::vector<ModuleCoverage>> coverage;
  for (std::uint32_t i = 0; i < history.runs; ++i) {
    RW_ASSIGN(OneRun run, options_.controlled ? RunControlled(test, options_.seed + i) : RunOnce(test));
    out.interrupted = run.interrupted;
    out.cut |= run.cut;
    if (run.interrupted) return out;
    if (!run.incomplete.empty()) {
      history.complete = false;
      history.reason = run.incomplete;
    }
    if (history.verdict != Text(Verdict::kFailed)) {
      history.verdict = i == 0 || run.verdict != Verdict::kSkipped ? Text(run.verdict) : history.verdict;
      out.output = std::move(run.output);
    }
    history.seconds = std::max(history.seconds, run.seconds);
    coverage.push_back(std::move(run.modules));
    if (out.cut) break;  // the next run would be, too
  }
  history.modules = UnionOf(coverage);
  history.recorded = std::time(nullptr);
  return out;
}

std::vector<ModuleCoverage> UnionOf(const std::vector<std::vector<ModuleCoverage>>& runs) {
  struct Sum {
    std::string name;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> threads;
    std::map<std::uint32_t, std::size_t> seen;  // block -> runs that covered it
  };
  std::map<std::string, Sum> sums;
  for (const auto& run : runs)
    for (const ModuleCoverage& module : run) {
      Sum& sum = sums[module.key];
      sum.name = module.name;
      std::set<std::uint32_t> here;
      for (const ThreadCoverage& thread : module.threads) {
        sum.threads[{thread.process, thread.thread}].insert(thread.blocks.begin(), thread.blocks.end());
        here.insert(thread.blocks.begin(), thread.blocks.end());
      }
      for (const std::uint32_t block : here) ++sum.seen[block];
    }
  std::vector<ModuleCoverage> out;
  for (auto& [key, sum] : sums) {
    ModuleCoverage module{.name = sum.name, .key = key, .threads = {}, .flaky = {}};
    for (auto& [who, blocks] : sum.threads) module.threads.push_back({who.first, who.second, {blocks.begin(), blocks.end()}});
    for (const auto& [block, count] : sum.seen)
      if (count < runs.size()) module.flaky.push_back(block);
    out.push_back(std::move(module));
  }
  return out;
}

}  // namespace reweave::inline suite
