#include "techniques/paths/testing.h"

#include <algorithm>

namespace reweave::paths {

namespace {

std::vector<std::uint64_t> Names(std::size_t count) {
  std::vector<std::uint64_t> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(NameOf("T" + std::to_string(i + 1)));
  return out;
}

}  // namespace

ToyRun::ToyRun(const ToyRun& other) : threads_(other.threads_), memory_(other.memory_), owner_(other.owner_) {}

ToyRun::ToyRun(const std::vector<Body>& program, bool record) : threads_(program.size()) {
  if (record) builder_ = std::make_unique<RunBuilder>(Names(program.size()));
  for (std::size_t t = 0; t < program.size(); ++t) {
    threads_[t].stack.push_back({&program[t], 0});
    Settle(t);
  }
}

std::uint32_t ToyRun::VariableOf(int object) {
  const auto known = variables_.find(object);
  return known != variables_.end() ? known->second
                                   : variables_[object] = builder_->AddVariable(static_cast<std::uint64_t>(object));
}
std::uint32_t ToyRun::ObjectOf(int object) {
  const auto known = objects_.find(object);
  return known != objects_.end() ? known->second : objects_[object] = builder_->AddObject(static_cast<std::uint64_t>(object));
}

// Branches are no operations: they are decided as soon as the thread comes to them.
void ToyRun::Settle(std::size_t number) {
  Thread& thread = threads_[number];
  while (!thread.stack.empty()) {
    Frame& frame = thread.stack.back();
    if (frame.at == frame.body->size()) {
      thread.stack.pop_back();
      continue;
    }
    const Statement& s = (*frame.body)[frame.at];
    if (s.kind == Statement::kSum) {
      thread.locals[s.target].value += thread.locals[s.object].value;
      if (builder_) {
        LabelId& label = thread.locals[s.target].label;
        label = builder_->labels().Union(label, thread.locals[s.object].label);
      }
      ++frame.at;
      continue;
    }
    if (s.kind != Statement::kIf) return;
    const Local& local = thread.locals[s.target];
    const bool taken = local.value > s.constant;
    if (builder_) builder_->Branch(static_cast<std::uint16_t>(number), s.site, taken, local.label);
    thread.path += (taken ? "+" : "-") + std::to_string(s.site);
    ++frame.at;
    thread.stack.push_back({taken ? &s.then : &s.otherwise, 0});
  }
}

bool ToyRun::ready(std::size_t number) const {
  const Thread& thread = threads_[number];
  if (thread.stack.empty() || thread.waits) return false;
  const Statement& s = (*thread.stack.back().body)[thread.stack.back().at];
  if (s.kind != Statement::kLock) return true;
  const auto owner = owner_.find(s.object);
  return owner == owner_.end() || owner->second < 0;
}

bool ToyRun::any_ready() const {
  for (std::size_t t = 0; t < threads_.size(); ++t)
    if (ready(t)) return true;
  return false;
}

void ToyRun::Step(std::size_t number) {
  Thread& thread = threads_[number];
  const Statement& s = (*thread.stack.back().body)[thread.stack.back().at];
  const auto tid = static_cast<std::uint16_t>(number);
  switch (s.kind) {
    case Statement::kLoad: {
      Local& local = thread.locals[s.target];
      local.value = memory_[s.object];
      if (builder_) local.label = builder_->Read(tid, VariableOf(s.object), s.site);
      break;
    }
    case Statement::kStore: {
      const bool computed = s.target >= 0;
      memory_[s.object] = s.constant + (computed ? thread.locals[s.target].value : 0);
      if (builder_) builder_->Write(tid, VariableOf(s.object), s.site, computed ? thread.locals[s.target].label : 0);
      break;
    }
    case Statement::kLock:
      owner_[s.object] = static_cast<int>(number);
      if (builder_) builder_->Sync({.kind = OpKind::kLock, .thread = tid, .object = ObjectOf(s.object), .site = s.site});
      break;
    case Statement::kUnlock:
      if (const auto owner = owner_.find(s.object); owner != owner_.end() && owner->second == static_cast<int>(number))
        owner->second = -1;
      if (builder_) builder_->Sync({.kind = OpKind::kUnlock, .thread = tid, .object = ObjectOf(s.object), .site = s.site});
      break;
    case Statement::kWait:
      thread.waits = true;
      if (builder_) builder_->Sync({.kind = OpKind::kWaitBegin, .thread = tid, .object = ObjectOf(s.object), .site = s.site});
      break;
    case Statement::kNotify:
      for (Thread& other : threads_) other.waits = false;
      if (builder_) builder_->Sync({.kind = OpKind::kBroadcast, .thread = tid, .object = ObjectOf(s.object), .site = s.site});
      break;
    case Statement::kTry: {
      const auto owner = owner_.find(s.object);
      const bool free = owner == owner_.end() || owner->second < 0;
      if (free) owner_[s.object] = static_cast<int>(number);
      thread.locals[s.target].value = free;
      if (!builder_) break;
      builder_->Sync({.kind = OpKind::kTry, .failed = !free, .thread = tid, .object = ObjectOf(s.object), .site = s.site});
      thread.locals[s.target].label = builder_->ResultOfLast();
      break;
    }
    case Statement::kAdd: {
      Local& local = thread.locals[s.target];
      local.value = memory_[s.object];
      memory_[s.object] += s.constant;
      if (builder_) local.label = builder_->Rmw(tid, VariableOf(s.object), s.site, 0);
      break;
    }
    case Statement::kIf:
    case Statement::kSum: break;
  }
  thread.path += "." + std::to_string(s.site);
  ++thread.stack.back().at;
  Settle(number);
}

std::string ToyRun::Paths() const {
  std::string out;
  for (const Thread& thread : threads_) out += thread.path + "|";
  return out;
}

std::string ToyRun::StateText() const {
  std::string out = Paths();
  for (const auto& [object, value] : memory_) out += std::to_string(object) + "=" + std::to_string(value) + " ";
  for (const auto& [lock, owner] : owner_) out += std::to_string(lock) + ":" + std::to_string(owner) + " ";
  for (const Thread& thread : threads_)
    for (const Local& local : thread.locals) out += std::to_string(local.value) + ",";
  return out;
}

Execution ToyRun::Finish() {
  Execution run = builder_->Finish();
  for (const Thread& thread : threads_) run.complete = run.complete && thread.stack.empty();
  run.deadlock = !run.complete;
  return run;
}

std::set<std::string> AllPaths(const std::vector<Body>& program) {
  std::set<std::string> out, known;
  std::vector<ToyRun> work;
  work.emplace_back(program, false);
  while (!work.empty()) {
    const ToyRun run = std::move(work.back());
    work.pop_back();
    if (!known.insert(run.StateText()).second) continue;
    if (!run.any_ready()) out.insert(run.Paths());
    for (std::size_t t = 0; t < run.threads(); ++t) {
      if (!run.ready(t)) continue;
      work.push_back(ToyRun(run));
      work.back().Step(t);
    }
  }
  return out;
}

ToyRun ExecuteToy(const std::vector<Body>& program, const std::vector<std::uint16_t>& order, bool* followed, Tail tail) {
  ToyRun run(program);
  if (followed != nullptr) *followed = true;
  for (const std::uint16_t thread : order) {
    if (!run.ready(thread)) {
      if (followed != nullptr) *followed = false;
      break;
    }
    run.Step(thread);
  }
  std::size_t now = order.empty() ? 0 : order.back();
  while (run.any_ready()) {
    if (tail == Tail::kFirst) now = 0;
    if (tail == Tail::kLast) now = run.threads() - 1;
    while (!run.ready(now)) now = tail == Tail::kLast ? now - 1 : (now + 1) % run.threads();
    run.Step(now);
  }
  return run;
}

}  // namespace reweave::paths
