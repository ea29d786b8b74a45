// Two passes over each run: which objects two threads touch and how they are laid out; then the contexts of the accesses to them.
#include <algorithm>
#include <cerrno>

#include "abi/annotations.h"
#include "techniques/recontest/context_pass.h"
#include "techniques/recontest/deadline.h"
#include "techniques/recontest/history.h"
#include "techniques/recontest/walk.h"

namespace reweave::recontest {

using abi::Event;
using abi::EventKind;

namespace {

constexpr std::size_t kMostLayouts = 1u << 20;

struct Layout {
  std::uint64_t size = 0;
  std::vector<Object::Label> labels;
};
using Layouts = std::unordered_map<Key, Layout, KeyHash>;

class ObjectPass : public Walk {
 public:
  ObjectPass(const ProgramView& view, const Options& options, std::unordered_set<Key, KeyHash>& shared)
      : Walk(view, false), deadline_(options.end), shared_(shared) {}

  using Walk::ThreadNames;
  Layouts Read(EventSource& source) {
    source.Restart();
    for (auto events = source.Next(); !events.empty(); events = source.Next())
      for (const Event& event : events) deadline_.Turn(), Look(event);
    EndObjects();
    return std::move(layouts_);
  }

 private:
  void Look(const Event& event) {
    Follow(event);
    if (IsAccess(event.kind)) {
      const SiteView& site = view_.Site(event.site);
      const Frame& frame = At(event.tid).frames.back();
      if (frame.primitive != Primitive::kNone) {
        if (!IsAtomic(event.kind)) return;
        Object& object = ObjectAt(event, event.obj);
        object.synchronises = true;
        return Learn(object, event.obj, view_.Site(frame.primitive_call));
      }
      if (site.hidden || site.thread_local_storage) return;
      Object& object = ObjectAt(event, event.obj);
      if (object.first_thread == ~0u) object.first_thread = event.tid;
      else if (object.first_thread != event.tid) object.shared = true;
      Learn(object, event.obj, site);
    } else if (NamesObject(event)) {
      Object& object = ObjectAt(event, event.obj);
      object.synchronises = true;
      Learn(object, event.obj, view_.Site(CallOf(event)));
    }
  }
  void Gone(Object& object) override {
    if (object.shared) shared_.insert(object.name);
    const bool matters = object.shared || object.synchronises || layouts_.size() < kMostLayouts;
    if (matters && !object.labels.empty()) layouts_[object.name] = {object.size, std::move(object.labels)};
  }

  Deadline deadline_;
  std::unordered_set<Key, KeyHash>& shared_;
  Layouts layouts_;
};

// Where the fields of a new object lie in the old one. Nothing to say if all known fields are where they were.
bool MakeRelayout(const Layout& old_one, const Layout& new_one, Relayout& out) {
  out.resized = old_one.size != new_one.size;
  bool moved = false;
  for (const Object::Label& label : new_one.labels) {
    const auto same = std::ranges::find(old_one.labels, label.label, &Object::Label::label);
    if (same != old_one.labels.end()) {
      out.moves[label.label] = static_cast<std::int64_t>(same->offset) - static_cast<std::int64_t>(label.offset);
      if (!label.element) out.fields[label.offset] = same->offset;
      moved |= same->offset != label.offset;
    } else if (!label.element && std::ranges::any_of(old_one.labels, [&](const auto& l) { return l.offset == label.offset; })) {
      out.fields.try_emplace(label.offset, kAdded | label.offset);  // something else lies there in the old one
    }
  }
  // A renamed field stays where it was; only if others moved, too, is it taken for another one.
  return moved;
}

}  // namespace

void Collect(Run old_run, Run new_run, const Options& options, Histories& out) {
  ObjectPass old_objects(old_run.view, options, out.names.shared), new_objects(new_run.view, options, out.names.shared);
  const Layouts old_layouts = old_objects.Read(old_run.events), new_layouts = new_objects.Read(new_run.events);
  out.names.common_threads = new_objects.ThreadNames();
  std::erase_if(out.names.common_threads, [known = old_objects.ThreadNames()](const Key& name) { return !known.contains(name); });
  for (const auto& [name, layout] : new_layouts) {
    const auto before = old_layouts.find(name);
    if (before == old_layouts.end()) continue;
    Relayout relayout;
    if (MakeRelayout(before->second, layout, relayout)) out.names.relayouts[name] = std::move(relayout);
  }
  for (History* run : {&out.old_run, &out.new_run}) {
    run->held.set_limit(options.memory_limit / 16);
    run->epochs.set_limit(options.memory_limit / 16);
  }
  // The old run's records may have half of the memory; what they leave of it is the new run's.
  out.old_run.accesses.set_limit(options.memory_limit / 2);
  ContextPass(old_run.view, options, false, out).Read(old_run.events);
  out.old_run.Finish();
  out.old_run.Relax();
  const std::size_t taken = out.old_run.accesses.spilled() ? 0 : out.old_run.accesses.size() * sizeof(Access);
  out.new_run.accesses.set_limit(
      std::max(options.memory_limit / 2 - std::min(taken, options.memory_limit / 2), options.memory_limit / 16));
  ContextPass(new_run.view, options, true, out).Read(new_run.events);
  out.new_run.Finish();
  out.new_run.Relax();
}

std::size_t History::bytes() const {
  std::size_t sum =
      accesses.bytes_in_memory() + held.bytes_in_memory() + epochs.bytes_in_memory() + messages.bytes() + orders.bytes();
  for (const Thread& thread : threads)
    sum += thread.accesses.capacity() * sizeof(std::uint32_t) + thread.states.capacity() * sizeof(LockState);
  return sum;
}

}  // namespace reweave::recontest
