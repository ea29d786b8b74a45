// From a failing run to a finding, and from many findings to one a cause.
#pragma once

#include <string>
#include <string_view>

#include "findings/finding.h"
#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline collect {

// Kind, message, sites, output and fingerprint of a failing run (trace.failed()). The fingerprint is made of kind, normalised
// message and the stable identities of the sites: runs with equal ids are the same finding.
Finding FindingFromTrace(const Trace& trace, const SiteNames& names);
// Where the threads were that could still run: "thread 0.1 is at queue.cc:12, ...".
std::string PendingText(const Trace& trace, const SiteNames& names);
// The run has a sleep or timed wait that ended before its time, although another thread could run.
bool NeedsDelay(const Trace& trace);
// What FindingFromTrace says of such a run, without the delay: the message of the same failure in a run that needs none.
std::string WithoutDelay(const std::string& message);

// Addresses and numbers that stand alone (line numbers, values) become *.
std::string NormaliseMessage(std::string_view message);

}  // namespace reweave::inline collect
