#include "techniques/simrt/race_runs.h"

#include <fmt/format.h>

#include <cerrno>
#include <set>

#include "base/coding.h"
#include "base/file.h"
#include "detect/reorder.h"
#include "explore/schedule/schedule.h"
#include "explore/target/program.h"
#include "explore/target/target.h"
#include "facts/shared_facts.h"
#include "findings/site_names.h"
#include "suite/surroundings.h"
#include "trace/kinds.h"

namespace reweave::inline simrt {

const Facts* FactsCache::Find(const std::string& path) {
  auto [entry, fresh] = facts_.try_emplace(path);
  if (fresh)
    if (auto facts = SharedFacts(path)) entry->second = std::move(*facts);
  return entry->second.get();
}

Result<Trace> RaceRuns::Run(const Plan& plan) {
  Surroundings surroundings(test_);
  if (!surroundings.ok())
    return Fail(ErrorCategory::kUsage, "cannot enter the test's directory", test_.directory, ErrnoText(errno));
  TargetOptions options;
  std::vector<std::string> command = test_.command;
  command[0] = program_;
  RW_ASSIGN(options.program, InspectProgram(command));
  options.isolation = abi::Isolation::kExec;  // a process a run, as the run count says
  options.run_timeout = test_.timeout ? *test_.timeout : limits_.timeout;
  options.memory_limit = limits_.memory;
  options.stdin_path = limits_.stdin_path;
  RW_ASSIGN(const auto target, Target::Create(options));
  RW_TRY(target->Submit(plan));
  Trace trace;
  RW_ASSIGN(const Target::Status status, target->NextRun(trace));
  interrupted_ |= status == Target::Status::kInterrupted;
  return trace;
}

RaceSite RaceRuns::SiteOf(const detect::RacingAccess& access) const {
  RaceSite out;
  out.write = access.write;
  const auto find = [&](std::uint32_t site) -> std::pair<const SiteInfo*, bool> {
    const auto cls = abi::ClassOfSite(site);
    const std::uint32_t id = site & ((1u << abi::kSiteClassShift) - 1);
    for (const Module& module : modules_) {
      const auto& range = module.sites[static_cast<int>(cls)];
      if (id - range.first >= range.count) continue;
      const bool own = module.path.empty() || module.path == program_;
      const Facts* facts = facts_.Find(own ? program_ : module.path);
      return {facts ? facts->Find(cls, id - range.first) : nullptr, own};
    }
    return {nullptr, false};
  };
  auto [info, own] = find(access.site);
  // Library code that was not inlined is known by the user's call.
  if (info && info->place && info->place->library && info->place->user.line == 0 && access.caller != 0)
    if (auto [caller, caller_own] = find(access.caller); caller) info = caller, own = false;
  if (!info) {
    out.id = fmt::format("site {:x}:{}", access.site, access.write ? "W" : "R");
    return out;
  }
  const std::uint32_t block = info->access ? info->access->block : info->call ? info->call->block : 0;
  const std::uint32_t ordinal = info->access ? info->access->ordinal : info->call ? info->call->ordinal : 0;
  const BlockFacts& facts = info->function->blocks[block];
  out.id = fmt::format("{}/{}.{}/{}{}:{}", info->function->id, ToHex(facts.hash).substr(0, 12), facts.occurrence,
                       info->access ? "" : "call ", ordinal, access.write ? "W" : "R");
  out.file = info->position().file;
  out.line = info->position().line;
  out.function = info->function_name();
  out.variable = info->variable();
  if (own && info->access) {
    const Facts* program = facts_.Find(program_);
    out.function_index = static_cast<std::uint32_t>(info->function - program->functions().data());
    out.access = info->index;
  }
  return out;
}

Result<std::vector<SeenPair>> RaceRuns::Detect(std::uint64_t seed) {
  plan_ = {};
  plan_.tail = abi::TailPolicy::kRandom;
  plan_.granularity = abi::Granularity::kAll;
  plan_.record = abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess | abi::kRecordCall;
  plan_.seed = seed;
  RW_ASSIGN(trace_, Run(plan_));
  std::vector<SeenPair> out;
  if (interrupted_) return out;
  if (const abi::EndKind end = trace_.end_kind(); end != abi::EndKind::kPass) trouble_ = EndKindName(end);
  modules_ = ModulesOf(trace_);
  detect::RaceDetector detector;
  detector.Analyse(trace_);
  std::set<std::string> seen;
  for (const detect::RacePair& pair : detector.pairs()) {
    SeenPair item{{}, SiteOf(pair.first), SiteOf(pair.second), pair};
    item.key = item.first.id <= item.second.id ? item.first.id + " | " + item.second.id : item.second.id + " | " + item.first.id;
    if (seen.insert(item.key).second) out.push_back(std::move(item));
  }
  return out;
}

Result<bool> RaceRuns::Verify(const SeenPair& pair, std::uint32_t attempt, std::uint64_t seed) {
  const detect::EventName a = detect::NameOf(trace_.events[pair.pair.first.event]),
                          b = detect::NameOf(trace_.events[pair.pair.second.event]);
  std::vector<Plan> plans;
  if (detect::AreAdjacent(trace_, a, b)) plans.push_back(PlanFromTrace(trace_, plan_));
  for (const detect::PlannedOrder& order : detect::AdjacentOrders(trace_, pair.pair.first.event, pair.pair.second.event)) {
    Plan plan = plan_;
    plan.segments = order.segments;
    plan.outcomes = order.outcomes;
    plan.tail = abi::TailPolicy::kRandom;  // what follows from it may surface
    plan.seed = seed;
    plans.push_back(std::move(plan));
  }
  if (plans.empty()) {
    plans.push_back(plan_);
    plans.back().seed = seed;
  }
  const Plan& plan = plans[attempt % plans.size()];
  RW_ASSIGN(const Trace run, Run(plan));
  if (interrupted_ || !detect::AreAdjacent(run, a, b)) return false;
  SiteNames names;
  names.Use(run);
  Schedule schedule = ScheduleFromTrace(run, plan, names);
  schedule.command = test_.command;
  schedule.command[0] = program_;
  schedule.isolation = abi::Isolation::kExec;
  schedule.strategy = "races";
  schedule.race = RaceExpectation{a, b};
  if (const Facts* facts = facts_.Find(program_)) schedule.build_key = facts->build_key();
  schedule_ = EncodeSchedule(schedule);
  return true;
}

}  // namespace reweave::inline simrt
