#include "detect/stacks.h"

#include <algorithm>

namespace reweave::detect {

using abi::Event;
using abi::EventKind;

namespace {

// As the runtime makes it (runtime/record.cc): the context of a call from that of its caller.
constexpr std::uint32_t kRoot = 0x811c9dc5u;
std::uint32_t ContextOf(std::uint32_t parent, std::uint32_t site) { return (parent ^ site) * 0x01000193u + (parent >> 15); }

}  // namespace

CallStacks::CallStacks(const Trace& trace) {
  if (trace.preamble) Read(trace.preamble->events);
  Read(trace.events);
}

// Calls that ended by an exception or longjmp leave no record: the hash tells which of the open calls is the caller.
void CallStacks::Read(const std::vector<Event>& events) {
  for (const Event& event : events) {
    if (event.kind != EventKind::kCall) continue;
    std::vector<std::uint32_t>& open = open_[event.tid];
    const auto is_parent = [&event](std::uint32_t context) { return ContextOf(context, event.site) == event.ctx; };
    while (!open.empty() && !is_parent(open.back())) open.pop_back();
    if (!open.empty()) frames_.try_emplace(event.ctx, Frame{open.back(), event.site});
    else if (is_parent(kRoot)) frames_.try_emplace(event.ctx, Frame{kRoot, event.site});
    open.push_back(event.ctx);
  }
}

std::vector<std::uint32_t> CallStacks::Of(const Event& event) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t context = event.ctx; out.size() < 64;) {
    const auto frame = frames_.find(context);
    if (frame == frames_.end()) break;
    out.push_back(frame->second.site);
    context = frame->second.parent;
  }
  if (out.empty() && event.caller != 0) out.push_back(event.caller);
  return out;
}

}  // namespace reweave::detect
