// Locks that were given back by a thread that does not hold them. libc lets that happen, so a run goes on as it would natively:
// what the program does afterwards may fail in its own way. The misuse was executed all the same, so it is a failure, and what
// the run did until then is all that its schedule needs: no further run has to bring it about.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "explore/schedule/plan.h"
#include "trace/trace.h"

namespace reweave::inline collect {

// The event of the first misuse that the run went on after. Only that one counts: what comes behind it may be its consequence.
std::optional<std::size_t> FirstMisuse(const Trace& trace);

std::string MisuseText(const Trace& trace, std::size_t event);  // what is wrong there

// The run as if it had ended there, as it does under StopAtMisuse(plan).
Trace UpToMisuse(const Trace& run, std::size_t event);
Plan StopAtMisuse(Plan plan);

// Takes a run that failed, whatever it was made for.
using Failed = std::function<void(const Trace&, const Plan&)>;
// Hands over every failure that a run shows: a misuse on its way, and its end.
void HandOver(const Trace& run, const Plan& plan, const Failed& failed);

}  // namespace reweave::inline collect
