// A run as text: one line an event, "thread ordinal kind place variable value".
#pragma once

#include <cstddef>
#include <string>

#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline findings {

struct ListingOptions {
  bool points_only = false;   // only scheduling points
  bool preamble = false;      // also what ran before the first thread was created
  std::size_t last = 0;       // only so many lines from the end, 0 = all
};

std::string RenderListing(const Trace& trace, const SiteNames& names, const ListingOptions& options);
// How the run ended, one line: "assert: t.cc:9: Assertion ... (thread 0.1)".
std::string RenderEnd(const Trace& trace);

// What a thread that cannot go on waits for: "waits on Event::cv", "waits for lock m", "waits in join".
std::string WaitText(abi::EventKind pending, const std::string& variable);

// The value of an access is as large as a pointer's: its number says nothing to people.
bool LooksLikeAddress(const abi::Event& event);
bool LooksLikeAddress(const abi::Event& event, std::uint64_t value);  // another one of it
// Value and partner of an event: "= 3", "-> thread 0.2", "timed out"; may be empty.
std::string DetailText(const abi::Event& event, const Summary& summary);

}  // namespace reweave::inline findings
