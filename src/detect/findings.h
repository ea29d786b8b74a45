// What the detectors found, as findings for people: places, stacks, a message and a fingerprint.
//
// Sites of a race: the stack of one access, the stack of the other, then where each thread was created, every part headed by
// a site with a role. Text in a finding may come from the tested program: renderers escape it.
#pragma once

#include <string>

#include "detect/deadlock.h"
#include "detect/lock_order.h"
#include "detect/patterns.h"
#include "detect/races.h"
#include "detect/stacks.h"
#include "findings/finding.h"
#include "findings/site_names.h"
#include "findings/variable_names.h"

namespace reweave::detect {

// What every description of something in one run needs, read from the whole run.
struct RunPlaces {
  explicit RunPlaces(const Trace& trace) : stacks(trace), summary(Summarize(trace)) {}
  CallStacks stacks;
  Summary summary;
};

// The races of one run: a long run can show hundreds, and each costs little more than its own words.
class RaceDescriber {
 public:
  RaceDescriber(const Trace& trace, const SiteNames& names);  // both must outlive it
  Finding Describe(const RacePair& pair) const;
  // With the places of the accesses themselves, up to the first frame that is the user's: for the bundled suppressions.
  Finding DescribeRaw(const RacePair& pair) const;

 private:
  const Trace& trace_;
  const SiteNames& names_;
  RunPlaces places_;
  VariableNames variables_;
};

// Kind "race". `names` must know the trace's modules. Full stacks if the trace has call records.
Finding RaceFinding(const Trace& trace, const RacePair& pair, const SiteNames& names);
// Only its id: cheap.
std::string RaceId(const Trace& trace, const RacePair& pair, const SiteNames& names);

// Kind "deadlock", subkind "predicted lock cycle".
Finding LockCycleFinding(const Trace& trace, const LockCycle& cycle, const SiteNames& names);

// Adds to a finding of kind "deadlock" its subkind, the cycle and who holds what (sites with roles).
void ExplainDeadlock(const Trace& trace, const Deadlock& deadlock, const SiteNames& names, Finding& finding);

// Kind "atomicity": an unserialisable triple.
Finding PatternFinding(const Trace& trace, const PatternInstance& instance, const SiteNames& names);

}  // namespace reweave::detect
