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
#include "findings/finding.h"
#include "findings/site_names.h"

namespace reweave::detect {

// Kind "race". `names` must know the trace's modules. Full stacks if the trace has call records.
Finding RaceFinding(const Trace& trace, const RacePair& pair, const SiteNames& names);
// The same, with the places of the accesses themselves, up to the first frame that is the user's: for the bundled suppressions.
Finding RawRaceFinding(const Trace& trace, const RacePair& pair, const SiteNames& names);
// Only its id: cheap.
std::string RaceId(const Trace& trace, const RacePair& pair, const SiteNames& names);

// Kind "deadlock", subkind "predicted lock cycle".
Finding LockCycleFinding(const Trace& trace, const LockCycle& cycle, const SiteNames& names);

// Adds to a finding of kind "deadlock" its subkind, the cycle and who holds what (sites with roles).
void ExplainDeadlock(const Trace& trace, const Deadlock& deadlock, const SiteNames& names, Finding& finding);

// Kind "atomicity": an unserialisable triple.
Finding PatternFinding(const Trace& trace, const PatternInstance& instance, const SiteNames& names);

}  // namespace reweave::detect
