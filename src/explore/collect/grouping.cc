#include "explore/collect/grouping.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/coding.h"
#include "detect/findings.h"
#include "findings/failure_event.h"
#include "findings/failure_line.h"
#include "findings/listing.h"
#include "trace/pack.h"

namespace reweave::inline collect {

using abi::EndKind;

namespace {

// Runs end in more ways than those that fail: only the latter come here.
FindingKind KindOf(EndKind end) {
  if (end == EndKind::kMemory) return FindingKind::kHeap;
  if (end == EndKind::kLost) return FindingKind::kSignal;
  return FindingKindNamed(EndKindName(end)).value_or(FindingKind::kAbort);
}

std::optional<std::string> SubkindOf(const abi::Event& end, EndKind kind) {
  switch (kind) {
    case EndKind::kHeap: return std::string(HeapErrorName(static_cast<abi::HeapError>(end.value)));
    case EndKind::kMisuse: return std::string(SyncErrorName(static_cast<abi::SyncError>(end.value)));
    case EndKind::kMemory: return "memory-limit";
    case EndKind::kLost: return "lost";
    case EndKind::kTimeout: return end.value == 1 ? "steps" : end.value == 2 ? "outside" : "wall";
    default: return std::nullopt;
  }
}

std::string WaitersText(const Summary& summary, const SiteNames& names) {
  constexpr std::size_t kMostNamed = 16;  // the finding's sites have them all
  std::string text;
  std::size_t waiters = 0;
  for (const ThreadSummary& thread : summary.threads) {
    if (thread.ended || !thread.pending || ++waiters > kMostNamed) continue;
    text += fmt::format("{}thread {} {} at {}", text.empty() ? ": " : ", ", thread.path,
                        WaitText(thread.pending->kind, names.Lookup(thread.pending->site).variable),
                        names.Describe(thread.pending->site));
  }
  if (waiters > kMostNamed) text += fmt::format(", and {} more threads wait", waiters - kMostNamed);
  return text;
}

std::string AtText(const ThreadSummary& thread, const SiteNames& names) {
  std::uint32_t site = thread.pending->site;
  for (const abi::Event& frame : thread.frames)
    if (names.Lookup(site).in_library || site == 0) site = frame.site;
  return fmt::format("thread {} is at {}", thread.path, names.Describe(site));
}

std::string DefaultMessage(const Trace& trace, const Summary& summary, const SiteNames& names) {
  const abi::Event& end = trace.end();
  switch (trace.end_kind()) {
    case EndKind::kExit: return fmt::format("exit status {}", end.value);
    case EndKind::kAssert: return "assertion failed";
    case EndKind::kAbort: return "abort() was called";
    case EndKind::kException: return "uncaught exception";
    case EndKind::kSignal: return fmt::format("{} at address {:#x}", SignalName(end.value), end.value2);
    case EndKind::kHeap:
      return fmt::format("{} at address {:#x}", HeapErrorName(static_cast<abi::HeapError>(end.value)), end.value2);
    case EndKind::kMisuse:
      return fmt::format("{} at address {:#x}", SyncErrorName(static_cast<abi::SyncError>(end.value)), end.value2);
    case EndKind::kDeadlock: return "no thread can run" + WaitersText(summary, names);
    case EndKind::kLivelock: return "all threads that can run spin and nothing changes";
    case EndKind::kTimeout:
      if (end.value == 2) return "waited too long for the outside" + WaitersText(summary, names);
      return end.value == 1 ? fmt::format("step limit reached ({} steps)", trace.points()) : "time limit reached";
    case EndKind::kMemory: return fmt::format("memory limit reached ({} bytes)", end.value);
    case EndKind::kLost: return "the process was lost";
    default: return std::string(EndKindName(trace.end_kind()));
  }
}

FindingSite MakeSite(std::uint32_t site, const ThreadSummary& thread, const SiteNames& names) {
  return {.position = names.Lookup(site), .thread = thread.tid, .thread_path = thread.path};
}

std::vector<FindingSite> SitesOf(const Trace& trace, const Summary& summary, const SiteNames& names) {
  std::vector<FindingSite> sites;
  const EndKind kind = trace.end_kind();
  if (kind == EndKind::kDeadlock || kind == EndKind::kLivelock) {
    for (const ThreadSummary& thread : summary.threads)
      if (thread.pending && !thread.ended) sites.push_back(MakeSite(thread.pending->site, thread, names));
    return sites;
  }
  if (trace.end().tid >= summary.threads.size()) return sites;
  const ThreadSummary& thread = summary.threads[trace.end().tid];
  if (const auto failed = FailureEvent(trace, names)) {
    const abi::Event& event = trace.events[*failed];
    return {{.position = names.PositionOf(event), .thread = event.tid, .thread_path = summary.PathOf(event.tid)}};
  }
  if (trace.end().site != 0) sites.push_back(MakeSite(trace.end().site, thread, names));
  for (const abi::Event& frame : thread.frames)
    if (frame.site != trace.end().site) sites.push_back(MakeSite(frame.site, thread, names));
  // A header's line is never the answer while there is a user's.
  const auto in_library = [](const FindingSite& site) { return site.position.in_library; };
  if (!std::ranges::all_of(sites, in_library)) std::erase_if(sites, in_library);
  return sites;
}

// Threads of a deadlock may come in any order; a step or time limit is one cause wherever it struck.
std::string Fingerprint(const Finding& finding, EndKind kind) {
  std::vector<std::string> parts;
  if (kind != EndKind::kTimeout)
    for (const FindingSite& site : finding.sites) parts.push_back(site.position.identity);
  if (kind == EndKind::kDeadlock || kind == EndKind::kLivelock) std::ranges::sort(parts);
  std::string text = fmt::format("{}\n{}", Name(finding.kind), finding.subkind.value_or(""));
  if (kind == EndKind::kExit)  // another status is another failure, and so is another expectation
    text += "\n" + finding.message + "\n" + NormaliseMessage(FailureWords(finding.output, finding.errors));
  else if (kind != EndKind::kDeadlock && kind != EndKind::kTimeout) text += "\n" + NormaliseMessage(finding.message);
  for (const std::string& part : parts) text += "\n" + part;
  return ToHex(Checksum(text)).substr(0, 12);
}

}  // namespace

std::string NormaliseMessage(std::string_view message) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto hex_digit = [&](char c) { return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  const auto word = [&](char c) { return digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  std::string out;
  for (std::size_t i = 0; i < message.size();) {
    if ((i > 0 && word(message[i - 1])) || !digit(message[i])) {
      out += message[i++];
      continue;
    }
    const bool hex = message.substr(i, 2) == "0x";
    if (hex) i += 2;
    while (i < message.size() && (hex ? hex_digit(message[i]) : digit(message[i]))) ++i;
    out += '*';
  }
  return out;
}

bool NeedsDelay(const Trace& trace) {
  return std::ranges::find(trace.events, abi::EventKind::kEarly, &abi::Event::kind) != trace.events.end();
}

namespace {

std::string DurationText(std::uint64_t ns) {
  if (ns >= 1'000'000'000) return fmt::format("{:.3g} s", static_cast<double>(ns) / 1e9);
  return ns >= 1'000'000 ? fmt::format("{:.3g} ms", static_cast<double>(ns) / 1e6) : fmt::format("{} us", (ns + 999) / 1000);
}

constexpr std::string_view kNeedsDelay = "needs a delay of more than ";

// The longest of the delays without which the run could not have happened.
std::string DelayText(const Trace& trace, const Summary& summary) {
  const abi::Event* longest = nullptr;
  for (const abi::Event& event : trace.events)
    if (event.kind == abi::EventKind::kEarly && (longest == nullptr || event.value > longest->value)) longest = &event;
  const std::string thread =
      longest->value2 == 0xffff ? "the other threads" : "thread " + summary.PathOf(static_cast<std::uint16_t>(longest->value2));
  return fmt::format("{}{} in {}", kNeedsDelay, DurationText(longest->value), thread);
}

// What a finding about the heap is about: the variable, where its block was allocated, and where it was freed.
void AddBlock(const Trace& trace, const Summary& summary, const SiteNames& names, Finding& finding) {
  if ((finding.message == "read" || finding.message == "write") && !finding.sites.empty())
    if (const std::string& variable = finding.sites.front().position.variable; !variable.empty())
      finding.message += fmt::format(" of `{}`", variable);
  const auto block = std::ranges::find(trace.events, abi::EventKind::kHeapBlock, &abi::Event::kind);
  if (block == trace.events.end()) return;
  const auto add = [&](std::uint32_t site, std::uint16_t tid, std::string role) {
    if (site == 0) return;
    finding.sites.push_back(
        {.position = names.Lookup(site), .thread = tid, .thread_path = summary.PathOf(tid), .role = std::move(role)});
  };
  add(block->site, block->tid, fmt::format("allocated the block of {} byte{}", block->value, block->value == 1 ? "" : "s"));
  if (block->value2 != 0) add(block->caller, static_cast<std::uint16_t>(block->value2 - 1), "freed it");
}

}  // namespace

std::string WithoutDelay(const std::string& message) {
  const auto at = message.rfind(fmt::format(" ({}", kNeedsDelay));
  return at != std::string::npos && message.ends_with(')') ? message.substr(0, at) : message;
}

std::string PendingText(const Trace& trace, const SiteNames& names) {
  constexpr std::size_t kMost = 4;
  const Summary summary = Summarize(trace);
  std::string text;
  std::size_t told = 0, more = 0;
  for (const ThreadSummary& thread : summary.threads) {
    if (thread.ended || !thread.pending || !thread.pending->enabled) continue;
    if (told == kMost) ++more;
    else text += (told++ == 0 ? "" : ", ") + AtText(thread, names);
  }
  return more == 0 ? text : fmt::format("{} and {} more", text, more);
}

Finding FindingFromTrace(const Trace& trace, const SiteNames& names) {
  const Summary summary = Summarize(trace);
  const EndKind kind = trace.end_kind();
  Finding finding;
  finding.kind = KindOf(kind);
  finding.subkind = SubkindOf(trace.end(), kind);
  finding.message = summary.message.empty() ? DefaultMessage(trace, summary, names) : summary.message;
  finding.sites = SitesOf(trace, summary, names);
  finding.output = summary.output;
  finding.errors = summary.errors;
  finding.id = Fingerprint(finding, kind);
  if (kind == EndKind::kExit) finding.message = WithFailureLine(finding.message, finding.output + "\n" + finding.errors);
  if (kind == EndKind::kHeap) AddBlock(trace, summary, names, finding);
  if (kind == EndKind::kDeadlock) detect::ExplainDeadlock(trace, detect::AnalyseDeadlock(trace), names, finding);
  if (NeedsDelay(trace)) {
    finding.message = fmt::format("{} ({})", finding.message, DelayText(trace, summary));
    finding.id = ToHex(Checksum("timing\n" + finding.id)).substr(0, 12);
  }
  return finding;
}

}  // namespace reweave::inline collect
