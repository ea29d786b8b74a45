#include "techniques/paths/extract.h"

#include <algorithm>
#include <cerrno>
#include <unordered_map>

#include "techniques/paths/sync_ops.h"
#include "techniques/paths/variables.h"
#include "trace/meaning.h"
#include "trace/values.h"

namespace reweave::paths {

using abi::Event;
using abi::EventKind;

namespace {

// Labels as they travel through a thread: the top bit says that something from outside the program is in it.
constexpr LabelId kExternal = 1u << 31;
constexpr std::uint32_t kRootContext = 0x811c9dc5u;

// As the runtime makes it: the context of a call from that of its caller.
std::uint32_t CallContext(std::uint32_t parent, std::uint32_t site) {
  if (parent == 0) parent = kRootContext;
  return (parent ^ site) * 0x01000193u + (parent >> 15);
}

struct Frame {
  std::uint32_t context = 0;
  std::uint32_t call = 0;                                // site; 0: the thread's entry
  std::string_view function = {};                        // that was called; empty: not known
  bool entered = false;                                  // instrumented code ran in it
  const ProgramSlices::Place* place = nullptr;           // some site of the function that runs in it
  LabelId arguments = 0;                                 // all of them
  LabelId inside = 0;                                    // synchronisation that was done in it, and its results
  LabelId wrote = 0;                                     // what it stored where its callers may have their locals
  std::vector<LabelId> parameters = {};
  struct Value {
    LabelId last = 0, all = 0;  // of the last execution; of every one, where a slice wants that
  };
  std::unordered_map<std::uint32_t, Value> values = {};     // by site: accesses, calls
  std::unordered_map<std::uint32_t, LabelId> outputs = {};  // by site of a call: what it may have left in locals
};

class Extraction {
 public:
  Extraction(const Trace& trace, ProgramSlices& program, const std::unordered_set<std::uint64_t>& shared)
      : trace_(trace), program_(program), variables_(trace), builder_({}), ops_(builder_) {
    for (std::uint32_t v = 0; v < variables_.count(); ++v)
      is_shared_.push_back(variables_.Shared(v) || shared.contains(variables_.Name(v)));
    const Summary summary = Summarize(trace);
    for (const ThreadSummary& thread : summary.threads) builder_.AddThread(NameOf(thread.path));
    threads_.resize(summary.threads.size());
    shared_.assign(variables_.count(), VariableFinder::kNone);
    private_.resize(variables_.count());
    content_.resize(variables_.count());
    std::size_t operations = 0;  // growing by moving all of them costs more than counting
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) operations += IsOperation(i, trace.events[i]);
    builder_.run().ops.reserve(operations);
    program_.Use(trace);
    ops_.Start(trace);
  }

  Execution Run() {
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const Event& event = trace_.events[i];
      if (!IsEvent(event.kind) || event.tid >= threads_.size()) continue;
      const std::size_t known = builder_.run().branches.size();
      Handle(i, event);
      for (std::size_t b = known; b < builder_.run().branches.size(); ++b) builder_.run().branches[b].event = i;
    }
    StatusOfMain();
    Execution run = builder_.Finish();
    run.deadlock = trace_.end_kind() == abi::EndKind::kDeadlock;
    run.complete = trace_.end_kind() == abi::EndKind::kPass || trace_.end_kind() == abi::EndKind::kExit;
    return run;
  }

 private:
  using Thread = std::vector<Frame>;

  bool IsOperation(std::uint32_t number, const Event& event) const {
    if (!reweave::IsAccess(event.kind)) return IsEvent(event.kind) && IsCounted(event.kind);
    const std::uint32_t variable = variables_.Of(number);
    return variable != VariableFinder::kNone && is_shared_[variable];
  }

  LabelId Join(LabelId a, LabelId b) { return builder_.labels().Union(a & ~kExternal, b & ~kExternal) | ((a | b) & kExternal); }

  // --- Calls ---------------------------------------------------------------------------------------------------------------

  // An exception or longjmp leaves calls behind without a record: the event's context says which of the open calls it is in. But
  // the runtime tells calls apart by their stack frames, so it takes a call that was inlined for over as soon as its body makes
  // another one: an event of the function that was called shows that it is not, and that of a function which nobody is known to
  // be in belongs to the call through a pointer that comes next.
  void Unwind(Thread& thread, std::size_t depth, const ProgramSlices::Place& place) {
    const std::string_view function = place.site != nullptr ? std::string_view(place.site->function->id) : std::string_view();
    while (thread.size() > depth + 1) {
      const Frame& top = thread.back();
      if (!function.empty() && top.function == function) return;
      if (!function.empty() && top.function.empty() && !top.entered && function != thread[depth].function) return;
      Leave(thread);
    }
  }

  // The call on top is over: what it left behind.
  void Leave(Thread& thread) {
    const Frame over = std::move(thread.back());
    thread.pop_back();
    LabelId& output = thread.back().outputs[over.call];
    output = Join(output, Join(over.wrote, over.inside));
    if (!over.entered) output = Join(output, over.arguments);
    thread.back().wrote = Join(thread.back().wrote, over.wrote);
    if (!thread.back().entered) thread.back().inside = Join(thread.back().inside, over.inside);
  }

  void Keep(Frame& frame, const ProgramSlices::Place& place, Leaf::Kind kind, std::uint32_t site, LabelId label) {
    Frame::Value& value = frame.values[site];
    value.last = label;
    if (place.function != nullptr && place.function->Gathers(kind, place.index)) value.all = Join(value.all, label);
  }

  Frame& Top(const Event& event) {
    Thread& thread = threads_[event.tid];
    if (thread.empty()) thread.push_back({.context = event.ctx});
    if (thread.back().context == event.ctx) return thread.back();
    for (std::size_t depth = thread.size(); depth-- > 0;)
      if (thread[depth].context == event.ctx) {
        Unwind(thread, depth, program_.Find(event.site));
        break;
      }
    return thread.back();
  }

  void Call(const Event& event) {
    Thread& thread = threads_[event.tid];
    if (thread.empty()) thread.push_back({});
    const ProgramSlices::Place& place = program_.Find(event.site);
    for (std::size_t depth = thread.size(); depth-- > 0;)
      if (CallContext(thread[depth].context, event.site) == event.ctx) {
        Unwind(thread, depth, place);
        break;
      }
    Frame frame{.context = event.ctx, .call = event.site};
    if (place.function != nullptr) {
      if (place.site->call->kind == facts::CalleeKind::kDirect) frame.function = place.site->call->callee;
      Enter(thread.back(), place, event);
      for (const Slice& argument : place.function->Arguments(place.index)) {
        frame.parameters.push_back(Evaluate(thread.back(), place, argument));
        frame.arguments = Join(frame.arguments, frame.parameters.back());
      }
      if (place.site->call->kind != facts::CalleeKind::kDirect && !frame.parameters.empty()) {
        Decided(event, frame.parameters.front());  // the callee's address came first
        frame.parameters.erase(frame.parameters.begin());
      } else if (EndsProcess(place.site->call->callee_name)) {
        Decided(event, frame.arguments);
      }
    }
    thread.push_back(std::move(frame));
  }

  void Return(const Event& event) {
    Thread& thread = threads_[event.tid];
    std::size_t depth = thread.size();
    while (depth-- > 0 && thread[depth].call != event.site) {
    }
    if (depth >= thread.size() || depth == 0) return;
    while (thread.size() > depth + 1) Leave(thread);
    const LabelId result = Result(thread.back(), event.site);
    Leave(thread);
    const ProgramSlices::Place& place = program_.Find(event.site);
    Keep(thread.back(), place, Leaf::Kind::kCall, event.site, result);
    Decide(thread.back(), place, Leaf::Kind::kCall, place.index, event);
    Decide(thread.back(), place, Leaf::Kind::kOutput, place.index, event);
  }

  LabelId Result(Frame& frame, std::uint32_t call) {
    const ProgramSlices::Place& place = program_.Find(call);
    if (frame.place != nullptr) return Join(Evaluate(frame, *frame.place, frame.place->function->Returned()), frame.inside);
    if (FunctionSlices* callee = program_.Callee(place); callee != nullptr) {
      LabelId label = frame.inside;
      bool simple = true;
      for (const Leaf& leaf : callee->Returned()) {
        if (leaf.kind == Leaf::Kind::kParameter && leaf.index < frame.parameters.size())
          label = Join(label, frame.parameters[leaf.index]);
        else simple = false;
      }
      if (simple) return label;
    }
    return Join(frame.arguments, frame.inside);
  }

  void Enter(Frame& frame, const ProgramSlices::Place& place, const Event& event) {
    const bool first = !std::exchange(frame.entered, true);
    if (place.function == nullptr) return;
    frame.place = &place;
    if (frame.function.empty()) frame.function = place.site->function->id;
    if (first) Decide(frame, place, Leaf::Kind::kParameter, 0, event);
  }

  // Code of libraries has no records of its branches: one comes after everything that its condition is computed from.
  void Decide(Frame& frame, const ProgramSlices::Place& place, Leaf::Kind kind, std::uint32_t index, const Event& event) {
    if (place.function == nullptr || !place.function->facts().system()) return;
    LabelId label = 0;
    for (const std::uint32_t branch : place.function->DecidedBy(kind, index))
      label = Join(label, Evaluate(frame, place, place.function->Condition(branch)));
    Decided(event, label);
  }

  // Something was decided by a value, and no branch was recorded: which function is called through a pointer, with which status
  // the process ends.
  void Decided(const Event& event, LabelId label) {
    if ((label & ~kExternal) != 0) builder_.Hidden(event.tid, event.site, label & ~kExternal, event.ctx);
  }
  static bool EndsProcess(std::string_view function) {
    return function == "exit" || function == "_exit" || function == "_Exit" || function == "quick_exit";
  }
  // What main returned is the status of the process.
  void StatusOfMain() {
    if (threads_.empty() || threads_[0].empty()) return;
    const Frame& main = threads_[0].front();
    if (main.place == nullptr || main.place->site->function->mangled != "main") return;
    const LabelId label = Evaluate(main, *main.place, main.place->function->Returned()) & ~kExternal;
    if (label != 0) builder_.Hidden(0, 0, label, main.context);
  }

  // --- Values --------------------------------------------------------------------------------------------------------------

  LabelId Evaluate(const Frame& frame, const ProgramSlices::Place& place, const Slice& slice) {
    ++evaluation_;
    return Union(frame, place, slice);
  }

  LabelId Union(const Frame& frame, const ProgramSlices::Place& place, const Slice& slice) {
    LabelId label = 0;
    for (const Leaf& leaf : slice) label = Join(label, Value(frame, place, leaf));
    return label;
  }

  LabelId Value(const Frame& frame, const ProgramSlices::Place& place, const Leaf& leaf) {
    const auto stored = [&](std::uint32_t site) {
      const auto found = frame.values.find(site);
      return found == frame.values.end() ? LabelId{0} : leaf.all ? found->second.all : found->second.last;
    };
    switch (leaf.kind) {
      case Leaf::Kind::kParameter: return leaf.index < frame.parameters.size() ? frame.parameters[leaf.index] : 0;
      case Leaf::Kind::kAccess: return stored(program_.AccessSite(place, leaf.index));
      case Leaf::Kind::kCall: {
        const std::uint32_t site = program_.CallSite(place, leaf.index);
        return site != 0 ? stored(site) : Unrecorded(frame, place, leaf.index);
      }
      case Leaf::Kind::kOutput: {
        const std::uint32_t site = program_.CallSite(place, leaf.index);
        if (site == 0) return Unrecorded(frame, place, leaf.index);
        const auto found = frame.outputs.find(site);
        return found == frame.outputs.end() ? 0 : found->second;
      }
    }
    return 0;
  }

  // A call that leaves no record: of what it was given, and what it read. Once: what such calls are given often comes from each
  // other (text that is put together), and the ways through them are too many to follow each.
  LabelId Unrecorded(const Frame& frame, const ProgramSlices::Place& place, std::uint32_t call) {
    if (call >= evaluated_.size()) evaluated_.resize(call + 1, 0);
    if (std::exchange(evaluated_[call], evaluation_) == evaluation_) return 0;
    LabelId label = 0;
    for (const Slice& argument : place.function->Arguments(call)) label = Join(label, Union(frame, place, argument));
    for (const std::uint32_t access : place.function->LibraryAccesses(call))
      if (const auto value = frame.values.find(program_.AccessSite(place, access)); value != frame.values.end())
        label = Join(label, value->second.last);
    return label;
  }

  // --- Events --------------------------------------------------------------------------------------------------------------

  void Handle(std::uint32_t number, const Event& event) {
    if (event.kind == EventKind::kCall) return Call(event);
    if (event.kind == EventKind::kReturn) return Return(event);
    Frame& frame = Top(event);
    if (event.kind == EventKind::kBranch) return Branch(frame, event);
    if (reweave::IsAccess(event.kind)) return Access(frame, number, event);
    if (!IsCounted(event.kind)) return;
    const SyncOps::Added added = ops_.Add(event, number);
    if (added.external) frame.inside |= kExternal;
    if (added.result) frame.inside = Join(frame.inside, builder_.ResultOfLast());
    // The call that did it may be one without a frame of its own.
    if ((added.external || added.result) && event.site != 0 && frame.call != event.site)
      Keep(frame, program_.Find(event.site), Leaf::Kind::kCall, event.site, Join(frame.values[event.site].last, frame.inside));
  }

  void Branch(Frame& frame, const Event& event) {
    const ProgramSlices::Place& place = program_.Find(event.site);
    LabelId label = 0;
    std::uint32_t outcomes = 2;
    if (place.function != nullptr) {
      Enter(frame, place, event);
      label = Evaluate(frame, place, place.function->Condition(place.index));
      const FunctionFacts& function = place.function->facts();
      const std::uint32_t block = function.branches[place.index].block;
      if (block < function.blocks.size()) outcomes = static_cast<std::uint32_t>(function.blocks[block].edges.size());
    }
    builder_.Branch(event.tid, event.site, static_cast<std::uint32_t>(event.value), label & ~kExternal, event.ctx, outcomes,
                    (label & kExternal) != 0);
  }

  void Access(Frame& frame, std::uint32_t number, const Event& event) {
    const ProgramSlices::Place& place = program_.Find(event.site);
    const std::uint32_t variable = variables_.Of(number);
    if (variable == VariableFinder::kNone) return;
    LabelId address = 0, stored = 0;
    const bool reads = ReadsMemory(event.kind), writes = WritesMemory(event.kind);
    if (place.function != nullptr) {
      Enter(frame, place, event);
      address = Evaluate(frame, place, place.function->Address(place.index));
      if (writes) stored = Evaluate(frame, place, place.function->Stored(place.index));
    }
    const LabelId result =
        is_shared_[variable] ? Shared(number, event, variable, address, stored) : Private(event, variable, address, stored);
    if (is_shared_[variable] || variables_.OfSeveral(variable)) Explain(event, variable);
    if (reads) Keep(frame, place, Leaf::Kind::kAccess, event.site, result);
    // On its own stack, an access is no place to stop at.
    if (writes && stored != 0 && !IsPoint(event) && !place.function->Address(place.index).empty())
      frame.wrote = Join(frame.wrote, stored);
    if (!reads || place.function == nullptr || !place.function->facts().system()) return;
    ReadByLibrary(event, result);
    Decide(threads_[event.tid].back(), place, Leaf::Kind::kAccess, place.index, event);
  }

  // Code of libraries has no records of its branches: what the program's call of it returns may be chosen by anything it read.
  void ReadByLibrary(const Event& event, LabelId result) {
    Thread& thread = threads_[event.tid];
    std::size_t outermost = thread.size();
    while (outermost-- > 0 && thread[outermost].call != event.caller) {
    }
    for (std::size_t depth = outermost; event.caller != 0 && depth < thread.size(); ++depth)
      thread[depth].inside = Join(thread[depth].inside, result);
  }

  LabelId Private(const Event& event, std::uint32_t variable, LabelId address, LabelId stored) {
    const bool writes = WritesMemory(event.kind);
    LabelId& held = private_[variable].label;
    const LabelId result = Join(held, address);
    if (writes) held = variables_.Mixed(variable) || ReadsMemory(event.kind) ? Join(held, stored) : stored;
    builder_.Alone(event.tid, event.site, event.ctx, private_[variable].version += writes);
    return result;
  }

  // Whether what was read is what is known to be there.
  void Explain(const Event& event, std::uint32_t variable) {
    if (variables_.Mixed(variable)) return;
    Content& content = content_[variable];
    const bool known = HasValue(event) && (event.flags & abi::kRange) == 0 && event.size <= 8;
    const std::uint64_t mask = event.size >= 8 ? ~0ull : (1ull << 8 * event.size) - 1;
    if (ReadsMemory(event.kind) && known && content.known && content.value != (event.value & mask)) ++builder_.run().unexplained;
    content.known = known;
    content.value = (event.kind == EventKind::kAtomicRmw ? event.value2 : event.value) & mask;
  }

  LabelId Shared(std::uint32_t number, const Event& event, std::uint32_t variable, LabelId address, LabelId stored) {
    std::uint32_t& known = shared_[variable];
    if (known == VariableFinder::kNone) known = builder_.AddVariable(variables_.Name(variable));
    const LabelId plain = stored & ~kExternal;
    LabelId result = 0;
    if (event.kind == EventKind::kAtomicRmw) {
      result = builder_.Rmw(event.tid, known, event.site, plain, event.ctx);
    } else if (WritesMemory(event.kind)) {
      builder_.Write(event.tid, known, event.site,
                     variables_.Mixed(variable) ? Join(plain, builder_.OwnData(event.tid, known)) & ~kExternal : plain,
                     event.ctx);
    } else {
      result = builder_.Read(event.tid, known, event.site, event.ctx, address & ~kExternal);
    }
    Op& op = builder_.last();
    op.event = number, op.caller = event.caller, op.atomic = IsAtomicAccess(event.kind);
    op.value = event.value;
    return result | (address & kExternal);
  }

  const Trace& trace_;
  ProgramSlices& program_;
  VariableFinder variables_;
  RunBuilder builder_;
  SyncOps ops_;
  std::vector<Thread> threads_;
  std::vector<bool> is_shared_;  // by variable of variables_: in this run or in another
  std::vector<std::uint32_t> shared_;  // by variable of variables_: of the run
  struct Own {
    LabelId label = 0;  // what it holds
    std::uint32_t version = 0;
  };
  struct Content {
    std::uint64_t value = 0;
    bool known = false;
  };
  std::vector<Own> private_;  // by variable of variables_
  std::vector<Content> content_;  // by variable of variables_
  std::vector<std::uint64_t> evaluated_;  // by call of the function: the last evaluation that came by
  std::uint64_t evaluation_ = 0;
};

}  // namespace

std::string Unusable(const Trace& trace) {
  if (trace.truncated) return "the trace is incomplete: more was recorded than is kept";
  bool branches = false, calls = false;
  for (const Event& event : trace.events)
    branches = branches || event.kind == EventKind::kBranch, calls = calls || event.kind == EventKind::kCall;
  if (!branches && !calls) return "the trace has no records of branches and calls";
  return {};
}

Execution Extract(const Trace& trace, ProgramSlices& program, const std::unordered_set<std::uint64_t>& shared) {
  return Extraction(trace, program, shared).Run();
}

std::vector<std::uint32_t> EventOrder(const Trace& trace, const Execution& run, const std::vector<std::uint32_t>& order) {
  std::vector<std::vector<std::uint32_t>> events(run.threads.size());
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    if (IsCounted(event.kind) && event.tid < events.size()) events[event.tid].push_back(i);
  }
  std::vector<std::size_t> next(events.size(), 0);
  std::vector<std::uint32_t> out;
  for (const std::uint32_t number : order) {
    const Op& op = run.ops[number];
    auto& at = next[op.thread];
    for (; at < events[op.thread].size() && events[op.thread][at] <= op.event; ++at)
      // A thread ends by itself after its last step: nobody can be put in between.
      if (trace.events[events[op.thread][at]].kind != EventKind::kEnd) out.push_back(events[op.thread][at]);
  }
  return out;
}

}  // namespace reweave::paths
