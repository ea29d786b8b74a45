#include "detect/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "detect/fingerprint.h"
#include "findings/listing.h"
#include "findings/readable_names.h"

namespace reweave::detect {

using abi::Event;
using abi::EventKind;

namespace {

std::string PathOf(const Summary& summary, std::uint16_t tid) { return summary.PathOf(tid); }

// Builds the parts of a finding's list of sites.
class Sites {
 public:
  Sites(const Trace& trace, const SiteNames& names)
      : own_(std::make_unique<RunPlaces>(trace)), trace_(trace), names_(names), places_(*own_) {}
  Sites(const Trace& trace, const SiteNames& names, const RunPlaces& places) : trace_(trace), names_(names), places_(places) {}

  // The innermost user frame: a line of a header is never the answer while there is one.
  const SitePosition& UserPosition(const Event& event) const {
    const SitePosition& top = names_.PositionOf(event);
    if (!top.in_library) return top;
    for (const std::uint32_t call : places_.stacks.Of(event))
      if (const SitePosition& position = names_.Lookup(call); !position.in_library && !position.file.empty()) return position;
    return top;
  }
  // The event's place under this role, and how it was reached.
  void AddStack(const Event& event, const std::string& role) {
    const SitePosition* last = &UserPosition(event);
    Add(*last, event.tid, role);
    for (const std::uint32_t call : places_.stacks.Of(event)) {
      const SitePosition& position = names_.Lookup(call);
      if (position.in_library || position.file.empty() || &position == last) continue;
      Add(position, event.tid, "");
    }
  }
  // Of a variable: the place has its name even if the access itself is in a library.
  void AddAccess(const Event& event, const std::string& role, const std::string& variable) {
    const std::size_t at = sites_.size();
    AddStack(event, role);
    sites_[at].position.variable = variable;
  }
  void AddCreation(std::uint16_t tid) {
    for (const Event& event : trace_.events) {
      if (event.kind != EventKind::kCreate || event.value != tid) continue;
      AddStack(event, fmt::format("thread {} was created", places_.summary.PathOf(tid)));
      return;
    }
  }
  void AddPlace(std::uint32_t site, std::uint32_t caller, std::uint16_t tid, const std::string& role) {
    Event event{};
    event.site = site, event.caller = caller;
    Add(names_.PositionOf(event), tid, role);
  }

  const Summary& summary() const { return places_.summary; }
  std::vector<FindingSite> Take() { return std::move(sites_); }

 private:
  void Add(const SitePosition& position, std::uint16_t tid, const std::string& role) {
    sites_.push_back({.position = position, .thread = tid, .thread_path = places_.summary.PathOf(tid), .role = role});
  }

  std::unique_ptr<const RunPlaces> own_;  // null: somebody else's
  const Trace& trace_;
  const SiteNames& names_;
  const RunPlaces& places_;
  std::vector<FindingSite> sites_;
};

const char* AccessText(const RacingAccess& access) {
  if (access.atomic) return access.write ? "atomic write" : "atomic read";
  if (access.write && abi::ClassOfSite(access.site) == abi::SiteClass::kCall) return "free";  // a write of the whole block
  return access.write ? "write" : "read";
}

// Best is a name of the program's own.
std::string Variable(const std::string& a, const std::string& b) {
  return a.empty() || (IsLibraryName(a) && !b.empty() && !IsLibraryName(b)) ? b : a;
}

std::string InText(const SitePosition& position) {
  return position.function.empty() ? PlaceText(position) : PlaceText(position) + " " + position.function;
}

}  // namespace

std::string RaceId(const Trace& trace, const RacePair& pair, const SiteNames& names) {
  const auto part = [&](const RacingAccess& access) {
    return fmt::format("{} {}", AccessText(access), PlaceIdentity(names.PositionOf(trace.events[access.event])));
  };
  return Fingerprint(
      {.kind = FindingKind::kRace, .message = {}, .places = {part(pair.first), part(pair.second)}, .ordered = false});
}

Finding RaceFinding(const Trace& trace, const RacePair& pair, const SiteNames& names) {
  return RaceDescriber(trace, names).Describe(pair);
}

RaceDescriber::RaceDescriber(const Trace& trace, const SiteNames& names)
    : trace_(trace), names_(names), places_(trace), variables_(trace, names) {}

Finding RaceDescriber::Describe(const RacePair& pair) const {
  const Event& first = trace_.events[pair.first.event];
  const Event& second = trace_.events[pair.second.event];
  Sites sites(trace_, names_, places_);
  const SitePosition& p1 = sites.UserPosition(first);
  const SitePosition& p2 = sites.UserPosition(second);
  Finding finding;
  finding.kind = FindingKind::kRace;
  finding.id = RaceId(trace_, pair, names_);
  const std::string variable = Variable(variables_.Of(first), variables_.Of(second));
  finding.message = fmt::format("data race{}{}: {} at {} and {} at {}", variable.empty() ? "" : " on ", variable,
                                AccessText(pair.first), InText(p1), AccessText(pair.second), InText(p2));
  sites.AddAccess(first, AccessText(pair.first), variable);
  sites.AddAccess(second, AccessText(pair.second), variable);
  for (const std::uint16_t tid : {first.tid, second.tid})
    if (tid != 0) sites.AddCreation(tid);
  finding.sites = sites.Take();
  return finding;
}

Finding RaceDescriber::DescribeRaw(const RacePair& pair) const {
  Finding finding;
  finding.kind = FindingKind::kRace;
  for (const RacingAccess* access : {&pair.first, &pair.second}) {
    const Event& event = trace_.events[access->event];
    finding.sites.push_back(
        {.position = names_.Lookup(event.site), .thread = event.tid, .thread_path = {}, .role = AccessText(*access)});
    for (const std::uint32_t call : places_.stacks.Of(event)) {
      if (!names_.Lookup(call).in_library) break;
      finding.sites.push_back({.position = names_.Lookup(call), .thread = event.tid, .thread_path = {}, .role = "in"});
    }
  }
  return finding;
}

Finding LockCycleFinding(const Trace& trace, const LockCycle& cycle, const SiteNames& names) {
  Sites sites(trace, names);
  Finding finding;
  finding.kind = FindingKind::kDeadlock;
  finding.subkind = "predicted lock cycle";
  FingerprintParts parts{.kind = FindingKind::kDeadlock, .message = "lock order", .places = {}, .ordered = false};
  std::string text;
  for (const LockRequest& r : cycle.requests) {
    const Event& wanted = trace.events[r.wanted_event];
    const SitePosition& at = names.PositionOf(wanted);
    text += fmt::format("{}thread {} asks for lock {:#x} at {} holding {:#x}", text.empty() ? "" : "; ",
                        PathOf(sites.summary(), r.tid), r.wanted, InText(at), r.held);
    sites.AddStack(wanted, fmt::format("asks for lock {:#x}", r.wanted));
    sites.AddPlace(r.held_site, r.held_caller, r.tid, fmt::format("holds lock {:#x}, taken", r.held));
    parts.places.push_back(PlaceIdentity(at));
  }
  finding.message = fmt::format("locks are taken in a circle of {}: {}", cycle.requests.size(), text);
  finding.id = Fingerprint(parts);
  finding.sites = sites.Take();
  return finding;
}

void ExplainDeadlock(const Trace& trace, const Deadlock& deadlock, const SiteNames& names, Finding& finding) {
  Sites sites(trace, names);
  finding.subkind = deadlock.subkind;
  const auto in_cycle = [&](std::uint16_t tid) {
    return deadlock.cycle.empty() || std::ranges::find(deadlock.cycle, tid) != deadlock.cycle.end();
  };
  for (const BlockedThread& thread : deadlock.blocked) {
    if (!in_cycle(thread.tid)) continue;
    std::string role = WaitText(thread.kind, names.Lookup(thread.site).variable);
    if (!thread.waits_for.empty() && thread.waits_for.size() <= 2) {
      role += " for thread";
      for (const std::uint16_t tid : thread.waits_for) role += " " + PathOf(sites.summary(), tid);
    }
    sites.AddPlace(thread.site, thread.caller, thread.tid, role);
    for (const Holding& held : deadlock.holdings)
      if (held.tid == thread.tid)
        sites.AddPlace(held.site, held.caller, held.tid, fmt::format("holds lock {:#x}, taken", held.lock));
  }
  finding.sites = sites.Take();
  FingerprintParts parts{.kind = FindingKind::kDeadlock, .message = deadlock.subkind, .places = {}, .ordered = false};
  for (const FindingSite& site : finding.sites)
    if (site.role.starts_with("waits")) parts.places.push_back(PlaceIdentity(site.position));
  finding.id = Fingerprint(parts);
}

Finding PatternFinding(const Trace& trace, const PatternInstance& instance, const SiteNames& names) {
  Sites sites(trace, names);
  Finding finding;
  finding.kind = FindingKind::kAtomicity;
  finding.subkind = fmt::format("P{}", instance.pattern);
  FingerprintParts parts{.kind = FindingKind::kAtomicity, .message = *finding.subkind, .places = {}, .ordered = true};
  std::string variable;
  for (std::uint8_t i = 0; i < instance.steps; ++i) {
    const Event& event = trace.events[instance.events[i]];
    const SitePosition& position = names.PositionOf(event);
    if (variable.empty()) variable = position.variable;
    sites.AddStack(event, fmt::format("step {}, {}", i + 1, KindName(event.kind)));
    parts.places.push_back(PlaceIdentity(position));
  }
  finding.message =
      fmt::format("no serial order explains {}{}{}", PatternText(instance.pattern), variable.empty() ? "" : " on ", variable);
  finding.id = Fingerprint(parts);
  finding.sites = sites.Take();
  return finding;
}

}  // namespace reweave::detect
