#include "techniques/pcr/conditions.h"

#include <algorithm>
#include <map>

#include "techniques/paths/extract.h"
#include "techniques/pcr/run.h"
#include "trace/meaning.h"

namespace reweave::pcr {

namespace {

using paths::Op;

// Reads of a thread on a variable for which no branch was found yet, in order.
using Unused = std::map<std::pair<std::uint16_t, std::uint32_t>, std::vector<std::uint32_t>>;

void Use(const paths::Execution& run, const paths::BranchInstance& branch, Unused& unused, std::vector<std::uint32_t>& out) {
  const auto mark = [&](const Op& op) {
    if (op.event < branch.event || branch.hidden) out[op.event] = std::min(out[op.event], branch.event);
  };
  for (const std::uint32_t item : run.labels.items(branch.label)) {
    if (!run.labels.wide(branch.label)) {
      mark(run.ops[item]);
      continue;
    }
    // Too many operations to name each: all of the thread on the variable, as far as it has got.
    const auto reads = unused.find({branch.thread, item});
    if (reads == unused.end()) continue;
    std::vector<std::uint32_t>& list = reads->second;
    const auto later = std::ranges::find_if(list, [&](std::uint32_t op) { return run.ops[op].event > branch.event; });
    std::for_each(list.begin(), later, [&](std::uint32_t op) { mark(run.ops[op]); });
    list.erase(list.begin(), later);
  }
}

}  // namespace

std::vector<std::uint32_t> FirstUses(const Trace& trace, paths::ProgramSlices& program) {
  if (!paths::Unusable(trace).empty()) return {};
  const paths::Execution run = paths::Extract(trace, program);
  std::vector<std::uint32_t> out(trace.events.size(), kNone);
  std::vector<char> followed(trace.events.size());
  Unused unused;
  for (std::uint32_t i = 0; i < run.ops.size(); ++i) {
    const Op& op = run.ops[i];
    if (!paths::IsAccess(op.kind)) continue;
    followed[op.event] = 1;
    if (paths::Reads(op.kind)) unused[{op.thread, op.object}].push_back(i);
  }
  std::vector<char> seen(run.labels.size());
  for (const paths::BranchInstance& branch : run.branches) {
    // What a set names has had its first branch when the set comes again; a wide one names more each time.
    if (run.labels.wide(branch.label) || std::exchange(seen[branch.label], 1) == 0) Use(run, branch, unused, out);
  }
  std::vector<std::uint32_t> next(run.threads.size(), kNone), unknown = next;  // by thread: branches that come later
  for (auto i = static_cast<std::uint32_t>(trace.events.size()); i-- > 0;) {
    const abi::Event& event = trace.events[i];
    if (!IsEvent(event.kind) || event.tid >= next.size()) continue;
    if (event.kind == abi::EventKind::kBranch) {
      next[event.tid] = i;
      if (program.Find(event.site).function == nullptr) unknown[event.tid] = i;
    } else if (IsAccess(event.kind)) {
      out[i] = std::min(out[i], followed[i] ? unknown[event.tid] : next[event.tid]);
    }
  }
  return out;
}

}  // namespace reweave::pcr
