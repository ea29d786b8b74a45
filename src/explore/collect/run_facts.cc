#include "explore/collect/run_facts.h"

#include <algorithm>

#include "explore/collect/misuse.h"
#include "explore/collect/printed_outcomes.h"

namespace reweave::inline collect {

namespace {
constexpr std::uint64_t kAlwaysRuns = 256, kThenEvery = 16;  // lock order and long patterns: they hardly change later on
// Long patterns take ten times as long as all others. So many events of runs are looked at for them one after the other: 256
// short runs, or a few long ones. A check gives most tests 100 runs, which would all be looked at.
constexpr std::uint64_t kLongPatternEvents = 200'000;
}  // namespace

void RunAnalyser::NoteBlocks(std::span<const abi::Event> events) {
  for (const abi::Event& event : events)
    if (event.kind == abi::EventKind::kBlock) blocks_.insert(event.site);
}

// A search over states stops most runs on the way, where a state is met again. What such a run did may be in no complete one.
void RunAnalyser::AnalyseStopped(const Trace& trace, RunFacts& facts) {
  races_.Analyse(trace);
  facts.races = races_.pairs();
  caveats_.Note(trace, races_.hidden(), races_.suspected());
}

void RunAnalyser::Analyse(const Trace& trace, RunFacts& facts) {
  facts.races.clear(), facts.racing.clear(), facts.broken.clear(), facts.triples.clear();
  facts.misuse = FirstMisuse(trace);
  if (trace.sequential || trace.truncated) return;
  if (trace.end_kind() == abi::EndKind::kStopped) return AnalyseStopped(trace, facts);
  ++analysed_;
  if (analysed_ == 1 && trace.preamble) NoteBlocks(trace.preamble->events);
  NoteBlocks(trace.events.records());
  facts.thorough = analysed_ <= kAlwaysRuns || analysed_ % kThenEvery == 0;
  races_.Analyse(trace);
  facts.races = races_.pairs();
  facts.racing = races_.racing();
  if (facts.thorough || !races_.hidden().empty() || !races_.suspected().empty())
    caveats_.Note(trace, races_.hidden(), races_.suspected());
  const bool long_patterns = facts.thorough && (looked_at_ < kLongPatternEvents || analysed_ % kThenEvery == 0);
  if (long_patterns) looked_at_ += trace.events.size();
  patterns_.Analyse(trace, long_patterns);
  facts.broken = patterns_.broken_regions();
  facts.triples = patterns_.unserialisable();
  facts.printed = PrintedDigest(trace);
  facts.settled =
      std::ranges::find(trace.events.records(), abi::EventKind::kShared, &abi::Event::kind) == trace.events.records().end();
}

}  // namespace reweave::inline collect
