#include "techniques/paths/variables.h"

#include <algorithm>

#include "techniques/paths/run.h"
#include "trace/meaning.h"

namespace reweave::paths {

namespace {

constexpr std::uint64_t kMostForgotten = 1u << 16;  // bytes of an object that begins to live; larger ones are mostly untouched

}  // namespace

VariableFinder::VariableFinder(const Trace& trace) : of_(trace.events.size(), kNone) {
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const abi::Event& event = trace.events[i];
    if (event.kind == abi::EventKind::kAlloc || event.kind == abi::EventKind::kLocalBegin) {
      Forget(event.obj, event.value);
      continue;
    }
    if (!reweave::IsAccess(event.kind) || event.obj == 0) continue;
    const std::uint64_t size = std::max<std::uint64_t>(AccessSize(event), 1);
    const std::uint32_t variable = of_[i] = Locate(event.obj, size);
    State& state = states_[variable];
    if (state.size != 0 && state.size != size) state.mixed = true;
    state.size = std::max(state.size, static_cast<std::uint32_t>(size));
    if (state.first_thread == kNone) state.first_thread = event.tid, state.threads = 1;
    else if (state.first_thread != event.tid) state.threads = 2;
    state.written = state.written || WritesMemory(event.kind);
  }
}

std::uint32_t VariableFinder::Root(std::uint32_t variable) const {
  while (parent_[variable] != variable) variable = parent_[variable] = parent_[parent_[variable]];
  return variable;
}

std::uint32_t VariableFinder::Merge(std::uint32_t a, std::uint32_t b) {
  a = Root(a), b = Root(b);
  if (a == b) return a;
  if (b < a) std::swap(a, b);
  parent_[b] = a;
  State& into = states_[a];
  const State& from = states_[b];
  into.mixed = true;
  into.written = into.written || from.written;
  if (from.threads > 1 || into.first_thread != from.first_thread) into.threads = 2;
  into.name = std::min(into.name, from.name);
  return a;
}

std::uint32_t VariableFinder::Locate(std::uint64_t address, std::uint64_t size) {
  std::uint32_t found = kNone;
  for (std::uint64_t at = address; at < address + size;) {
    Granule& granule = granules_[at >> 3];
    if (!granule.used) granule.bytes.fill(kNone), granule.used = true;
    const std::uint64_t end = std::min<std::uint64_t>(address + size, (at | 7) + 1);
    for (; at < end; ++at) {
      const std::uint32_t known = granule.bytes[at & 7];
      if (known != kNone) found = found == kNone ? Root(known) : Merge(found, known);
    }
  }
  if (found == kNone) {
    found = static_cast<std::uint32_t>(states_.size());
    parent_.push_back(found);
    states_.push_back({});
    states_.back().name = Mix(address, generations_.empty() ? 0 : generations_[(address >> 4) % generations_.size()]);
  }
  for (std::uint64_t at = address; at < address + size; ++at) {
    Granule& granule = granules_[at >> 3];
    granule.bytes[at & 7] = found;
  }
  return found;
}

// The bytes belong to another object from here on.
void VariableFinder::Forget(std::uint64_t address, std::uint64_t size) {
  if (generations_.empty()) generations_.assign(1u << 16, 0);
  bool touched = false;
  for (std::uint64_t at = address & ~7ull; at < address + std::min(size, kMostForgotten); at += 8) {
    Granule* granule = granules_.Find(at >> 3);
    if (granule == nullptr || !granule->used) continue;
    granule->bytes.fill(kNone);
    touched = true;
  }
  if (touched)
    for (std::uint64_t at = address >> 4; at <= (address + std::min(size, kMostForgotten)) >> 4; ++at)
      ++generations_[at % generations_.size()];
}

}  // namespace reweave::paths
