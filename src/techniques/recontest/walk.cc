#include "techniques/recontest/walk.h"

#include <algorithm>

#include "abi/annotations.h"

namespace reweave::recontest {

using abi::Event;
using abi::EventKind;

namespace {

constexpr std::uint32_t kRootContext = 0x811c9dc5u;
// As the runtime makes it (runtime/record.cc): the context of a call from that of its caller.
std::uint32_t CallContext(std::uint32_t parent, std::uint32_t site) {
  if (parent == 0) parent = kRootContext;
  return (parent ^ site) * 0x01000193u + (parent >> 15);
}

constexpr Key kMain{0x6d61696e, 1};
constexpr std::uint64_t kThread = 'T', kTask = 'J', kHeap = 'H', kLocal = 'S', kStatic = 'G', kUnknown = 'U', kHandler = '!';
constexpr std::size_t kCacheSlots = 1u << 14;
constexpr std::uint64_t kGranule = 16;

}  // namespace

Walk::Walk(const ProgramView& view, bool loop_counters) : view_(view), loop_counters_(loop_counters), cache_(kCacheSlots, ~0u) {}

void Walk::AddThread(std::uint16_t tid, std::uint16_t creator, std::uint64_t statement) {
  if (tid >= positions_.size()) positions_.resize(tid + 1u);
  Key name = kMain;
  if (tid != 0) {
    const Key parent = creator < positions_.size() && !positions_[creator].frames.empty() ? positions_[creator].name : kMain;
    name = Mix(Mix(parent, kThread), statement);
    name = Mix(name, thread_ordinals_.Next(name));
  }
  Position& position = positions_[tid];
  position.name = position.identity = name;
  position.loops.clear();
  position.frames.assign(1, Frame{});
}

std::unordered_set<Key, KeyHash> Walk::ThreadNames() const {
  std::unordered_set<Key, KeyHash> out;
  for (const Position& position : positions_)
    if (!position.frames.empty()) out.insert(position.name);
  return out;
}

// --- Calls and loops ---------------------------------------------------------------------------------------------------

void Walk::Pop(Position& position) {
  position.loops.resize(position.frames.back().first_loop);
  position.frames.pop_back();
}

// Calls that ended by an exception or longjmp leave no record: the event's context says which of the open calls it is in. The
// runtime tells calls apart by their stack frames and so takes a call that was inlined for over as soon as its body makes another
// one: an event of the function that was called shows that it is not.
void Walk::PopTo(Position& position, std::size_t depth, const Event& event) {
  const std::uint64_t function = view_.Site(event.site).function;
  while (position.frames.size() > depth && (function == 0 || position.frames.back().function != function)) Pop(position);
}

void Walk::Unwind(Position& position, const Event& event) {
  const auto in = std::ranges::find(position.frames.rbegin(), position.frames.rend(), event.ctx, &Frame::ctx);
  if (in == position.frames.rend()) return;  // calls are not recorded, or too many are open
  PopTo(position, position.frames.size() - static_cast<std::size_t>(in - position.frames.rbegin()), event);
}

// A signal handler runs on behalf of nobody: what it does has the same name wherever the thread was interrupted.
void Walk::Handle(Position& position, const Event& event) {
  Frame frame;
  frame.ctx = event.ctx;
  frame.context = frame.place = frame.user_place = Mix(Mix(Key{}, kHandler), event.value);
  frame.first_loop = static_cast<std::uint32_t>(position.loops.size());
  frame.handler = frame.outermost_handler = true;
  position.frames.push_back(frame);
}

void Walk::Return(Position& position, const Event& event) {
  if (event.site == 0 && event.value != 0) {
    while (position.frames.size() > 1 && position.frames.back().handler) {
      const bool last = position.frames.back().outermost_handler;
      Pop(position);
      if (last) break;
    }
    return;
  }
  const auto from = std::ranges::find(position.frames.rbegin(), position.frames.rend() - 1, event.site, &Frame::call);
  if (event.site == 0 || from == position.frames.rend() - 1) return;
  for (auto n = from - position.frames.rbegin(); n >= 0; --n) Pop(position);
}

void Walk::Enter(Position& position, const Event& call) {
  const auto parent = std::find_if(position.frames.rbegin(), position.frames.rend(),
                                   [&](const Frame& frame) { return CallContext(frame.ctx, call.site) == call.ctx; });
  if (parent != position.frames.rend())
    PopTo(position, position.frames.size() - static_cast<std::size_t>(parent - position.frames.rbegin()), call);
  const SiteView& site = view_.Site(call.site);
  const Frame& from = position.frames.back();
  Frame frame;
  frame.ctx = call.ctx, frame.call = call.site, frame.function = site.callee;
  frame.context = from.context, frame.place = AddLoops(from.place, position, site);
  if (site.mapped) frame.context = Mix(frame.context, site.statement), frame.place = Mix(frame.place, site.statement);
  frame.user_place = site.in_library ? from.user_place : frame.place;
  frame.user_call = site.in_library ? from.user_call : site.statement;
  frame.user_mapped = site.in_library ? from.user_mapped : site.mapped;
  frame.first_loop = static_cast<std::uint32_t>(position.loops.size());
  frame.unit = from.unit, frame.handler = from.handler;
  if (frame.unit == 0 && site.callee_record != 0 && site.callee_record != site.caller_record) frame.unit = ++next_unit_;
  frame.primitive = from.primitive, frame.primitive_call = from.primitive_call, frame.primitive_number = from.primitive_number;
  if (frame.primitive == Primitive::kNone && site.primitive != Primitive::kNone)
    frame.primitive = site.primitive, frame.primitive_call = call.site, frame.primitive_number = ++next_primitive_;
  position.frames.push_back(frame);
}

void Walk::Loop(Position& position, std::uint32_t site, bool enters) {
  Frame& frame = position.frames.back();
  frame.source = 0;
  for (std::size_t i = frame.first_loop; i < position.loops.size(); ++i)
    if (position.loops[i].first == site)
      return static_cast<void>(enters ? position.loops[i].second = 0 : ++position.loops[i].second);
  position.loops.emplace_back(site, enters ? 0 : 1);
}

Key Walk::AddLoops(Key key, const Position& position, const SiteView& site) const {
  if (!loop_counters_) return key;
  for (const std::uint32_t loop : site.loops) {
    const SiteView& view = view_.Site(loop);
    if (!view.mapped) continue;
    std::uint32_t count = 0;
    for (std::size_t i = position.frames.back().first_loop; i < position.loops.size(); ++i)
      if (position.loops[i].first == loop) count = position.loops[i].second;
    key = Mix(key, view.statement + count);
  }
  return key;
}

Key Walk::PlaceOf(const Position& position, const SiteView& site) const {
  return AddLoops(Mix(position.identity, position.frames.back().place), position, site);
}

// --- Objects -----------------------------------------------------------------------------------------------------------

Object& Walk::Add(std::uint64_t start, std::uint64_t size, Key coarse, bool counted) {
  size = std::max<std::uint64_t>(size, 1);
  RemoveRange(start, size);
  std::uint32_t slot;
  if (free_.empty()) slot = static_cast<std::uint32_t>(objects_.size()), objects_.emplace_back();
  else slot = free_.back(), free_.pop_back();
  Object& object = objects_[slot];
  object = Object{};
  object.start = start, object.size = size, object.live = true;
  object.coarse = coarse;
  object.name = counted ? Mix(coarse, object_ordinals_.Next(coarse)) : coarse;
  by_start_[start] = slot;
  Born(object);
  return object;
}

void Walk::RemoveRange(std::uint64_t start, std::uint64_t size) {
  auto at = by_start_.lower_bound(start);
  if (at != by_start_.begin()) {
    const auto before = std::prev(at);
    const Object& object = objects_[before->second];
    if (object.start + object.size > start) at = before;
  }
  while (at != by_start_.end() && at->first < start + size) {
    const std::uint32_t slot = at->second;
    Gone(objects_[slot]);
    objects_[slot].live = false;
    free_.push_back(slot);
    at = by_start_.erase(at);
  }
}

void Walk::Remove(std::uint64_t start) {
  if (by_start_.contains(start)) RemoveRange(start, 1);
}

void Walk::EndObjects() {
  for (const auto& [start, slot] : by_start_) Gone(objects_[slot]);
}

Object& Walk::ObjectAt(const Event& event, std::uint64_t address) {
  std::uint32_t& cached = cache_[address / kGranule % kCacheSlots];
  if (cached < objects_.size()) {
    Object& object = objects_[cached];
    if (object.live && address - object.start < object.size) return object;
  }
  auto at = by_start_.upper_bound(address);
  if (at != by_start_.begin()) {
    --at;
    Object& object = objects_[at->second];
    if (address - object.start < object.size) return cached = at->second, object;
  }
  Object* added = nullptr;
  if (const auto known = view_.ObjectAt(address)) {
    added = &Add(known->start, known->size, Mix(Mix(Key{}, kStatic), known->name), false);
  } else {
    const std::uint64_t start = address / kGranule * kGranule;
    added = &Add(start, kGranule, Mix(Mix(Mix(Key{}, kUnknown), At(event.tid).name), view_.Site(event.site).statement), true);
    added->guessed = true;
  }
  cached = static_cast<std::uint32_t>(added - objects_.data());
  return *added;
}

void Walk::Learn(Object& object, std::uint64_t address, const SiteView& site) const {
  if (site.label == 0) return;
  const std::uint64_t offset = address - object.start;
  for (Object::Label& known : object.labels) {
    if (known.label != site.label) continue;
    known.offset = std::min(known.offset, offset);
    return;
  }
  if (object.labels.size() < kMostLabels) object.labels.push_back({site.label, offset, site.element});
}

// --- Events ------------------------------------------------------------------------------------------------------------

void Walk::Follow(const Event& event) {
  if (!IsEvent(event.kind)) return;
  Position& position = At(event.tid);
  if (event.kind == EventKind::kCall) return Enter(position, event);
  if (position.frames.back().ctx != event.ctx) Unwind(position, event);
  switch (event.kind) {
    case EventKind::kReturn: return Return(position, event);
    case EventKind::kSignalHandler: return Handle(position, event);
    case EventKind::kLoopEnter: return Loop(position, event.site, true);
    case EventKind::kLoopIter: return Loop(position, event.site, false);
    case EventKind::kAlloc: {
      const SiteView& site = view_.Site(event.site != 0 ? event.site : event.caller);
      const Key coarse = Mix(Mix(ContextOf(position), kHeap), site.soft != 0 ? site.soft : site.statement);
      Add(event.obj, event.value, coarse, true);
      return;
    }
    case EventKind::kLocalBegin: {
      const SiteView& site = view_.Site(event.site);
      const Key coarse = Mix(Mix(ContextOf(position), kLocal), site.soft != 0 ? site.soft : site.statement);
      Add(event.obj, event.value, coarse, true);
      return;
    }
    case EventKind::kFree:
    case EventKind::kLocalEnd: return Remove(event.obj);
    case EventKind::kCreate: {
      const SiteView& site = view_.Site(CallOf(event));
      if (event.value != 0 && event.value <= 0xffff)
        AddThread(static_cast<std::uint16_t>(event.value), event.tid, site.soft != 0 ? site.soft : site.statement);
      return;
    }
    case EventKind::kAnnotate: return Annotated(position, event);
    default: return;
  }
}

void Walk::Annotated(Position& position, const Event& event) {
  switch (static_cast<abi::Annotation>(event.value)) {
    case abi::Annotation::kTask: position.identity = Mix(Mix(kMain, kTask), event.value2 != 0 ? event.value2 : event.obj); return;
    case abi::Annotation::kAlloc: {
      const SiteView& site = view_.Site(CallOf(event));
      Add(event.obj, event.value2, Mix(Mix(ContextOf(position), kHeap), site.soft != 0 ? site.soft : site.statement), true);
      return;
    }
    case abi::Annotation::kFree: return Remove(event.obj);
    default: return;
  }
}

}  // namespace reweave::recontest
