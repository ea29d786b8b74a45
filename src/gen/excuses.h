// What a class may do though no order of the whole calls does it: then it is no fault.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "base/result.h"
#include "gen/candidate.h"
#include "gen/outcome.h"
#include "gen/runner.h"

namespace reweave::gen {

// Whether calls may wait for ever: some of the calls can be made one after the other, each as a whole, so that all calls that
// come next wait in the state that this gives. A call that would go through in that state, but waits since before, was not woken:
// that is a fault. True if there is too much to try.
Result<bool> MayHang(Runner& runner, const Candidate& candidate);

// A call that found a lock taken may give up and do nothing. `threads`: those with such a call; which of a thread's calls it was
// is not known. Every way to leave some of their calls out; nothing if there are too many. In `gaps`, calls that are left out
// keep their place (kLeftOut); else they are gone.
std::optional<std::vector<Candidate>> WithoutSome(const Candidate& candidate, const std::set<std::size_t>& threads, bool gaps);

}  // namespace reweave::gen
