// Hand-written pairs of runs for tests: statements by name, objects by name. A statement whose name starts with '+' exists in its
// own version only.
//     Script run;
//     run.Create(0, 1).Begin(1).Lock(1, "l").Write(1, "a", "x").Unlock(1, "l");
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "abi/annotations.h"
#include "techniques/recontest/view.h"
#include "trace/trace.h"

namespace reweave::recontest {

class Script : public ProgramView {
 public:
  using Kind = abi::EventKind;
  // Addresses differ between versions and mean nothing.
  explicit Script(std::uint64_t base = 0x10000) : base_(base), next_address_(base) {
    abi::Event begin{};
    begin.kind = Kind::kRunBegin;
    trace_.events.push_back(begin);
  }

  // --- The program -----------------------------------------------------------------------------------------------------
  SiteView& Describe(std::string_view name) { return sites_[SiteOf(name)]; }
  // An object with fields of 8 bytes, named "object.field"; "x" alone is an object with one field.
  Script& Object(const std::string& name, const std::vector<std::string>& fields) {
    statics_.push_back({next_address_, 8 * fields.size(), recontest::NameOf(name)});
    for (const std::string& field : fields) {
      const std::string full = name + "." + field;
      addresses_[full] = next_address_;
      labels_[full] = recontest::NameOf(full);
      next_address_ += 8;
    }
    next_address_ += 64;
    return *this;
  }
  std::uint64_t Address(const std::string& name) {
    if (const auto known = addresses_.find(name); known != addresses_.end()) return known->second;
    statics_.push_back({next_address_, 8, recontest::NameOf(name)});
    addresses_[name] = next_address_;
    return next_address_ += 64, next_address_ - 64;
  }

  // --- The run -----------------------------------------------------------------------------------------------------------
  Script& Create(unsigned tid, unsigned child, std::string_view statement) {
    return Add(tid, Kind::kCreate, SiteOf(statement), 0x400000, child);
  }
  Script& Begin(unsigned tid, unsigned creator = 0) { return Add(tid, Kind::kBegin, 0, 0, creator); }
  Script& End(unsigned tid) { return Add(tid, Kind::kEnd, 0, 0, 0); }
  Script& Join(unsigned tid, unsigned of) { return Add(tid, Kind::kJoin, 0, 0, of); }
  Script& Read(unsigned tid, std::string_view statement, const std::string& at) {
    return Access(tid, Kind::kRead, statement, at);
  }
  Script& Write(unsigned tid, std::string_view statement, const std::string& at) {
    return Access(tid, Kind::kWrite, statement, at);
  }
  Script& Rmw(unsigned tid, std::string_view statement, const std::string& at) {
    return Access(tid, Kind::kAtomicRmw, statement, at);
  }
  Script& AtomicRead(unsigned tid, std::string_view statement, const std::string& at) {
    return Access(tid, Kind::kAtomicRead, statement, at);
  }
  Script& AtomicWrite(unsigned tid, std::string_view statement, const std::string& at) {
    return Access(tid, Kind::kAtomicWrite, statement, at);
  }
  Script& Lock(unsigned tid, const std::string& lock) { return Add(tid, Kind::kLock, 0, Address(lock), ++depth_[lock]); }
  Script& Unlock(unsigned tid, const std::string& lock) { return Add(tid, Kind::kUnlock, 0, Address(lock), --depth_[lock]); }
  Script& ReadLock(unsigned tid, const std::string& lock) { return Add(tid, Kind::kReadLock, 0, Address(lock), 0); }
  Script& WriteLock(unsigned tid, const std::string& lock) { return Add(tid, Kind::kWriteLock, 0, Address(lock), 0); }
  Script& RwUnlock(unsigned tid, const std::string& lock) { return Add(tid, Kind::kRwUnlock, 0, Address(lock), 0); }
  Script& TryLock(unsigned tid, const std::string& lock, int result = 0) {
    return Add(tid, Kind::kTryLock, 0, Address(lock), static_cast<std::uint64_t>(result));
  }
  Script& Wait(unsigned tid, const std::string& cond, const std::string& lock, std::string_view call = "") {
    Add(tid, Kind::kWaitBegin, SiteOf(call), Address(cond), 0);
    last().value2 = Address(lock);
    return *this;
  }
  Script& Woken(unsigned tid, const std::string& cond, const std::string& lock, unsigned how = 0, std::string_view call = "") {
    Add(tid, Kind::kWaitEnd, SiteOf(call), Address(cond), how);
    last().value2 = Address(lock);
    return *this;
  }
  Script& Signal(unsigned tid, const std::string& cond, unsigned woken_plus_1 = 0) {
    return Add(tid, Kind::kSignal, 0, Address(cond), woken_plus_1);
  }
  Script& Broadcast(unsigned tid, const std::string& cond, unsigned woken = 0) {
    return Add(tid, Kind::kBroadcast, 0, Address(cond), woken);
  }
  Script& Post(unsigned tid, const std::string& sem) { return Add(tid, Kind::kSemPost, 0, Address(sem), 1); }
  Script& SemWait(unsigned tid, const std::string& sem) { return Add(tid, Kind::kSemWait, 0, Address(sem), 0); }
  Script& Alloc(unsigned tid, std::string_view statement, const std::string& block, unsigned size = 64) {
    addresses_[block] = next_heap_;
    Add(tid, Kind::kAlloc, SiteOf(statement), next_heap_, size);
    next_heap_ += size + 64;
    return *this;
  }
  Script& Free(unsigned tid, const std::string& block) { return Add(tid, Kind::kFree, 0, addresses_[block], 0); }
  Script& Call(unsigned tid, std::string_view statement) {
    const std::uint32_t site = SiteOf(statement);
    std::vector<std::uint32_t>& stack = stacks_[tid];
    const std::uint32_t parent = stack.empty() ? 0x811c9dc5u : stack.back();
    stack.push_back((parent ^ site) * 0x01000193u + (parent >> 15));
    return Add(tid, Kind::kCall, site, 0, 0);
  }
  Script& Return(unsigned tid) { return stacks_[tid].pop_back(), Add(tid, Kind::kReturn, 0, 0, 0); }
  // The call is over as far as contexts go, without a record.
  Script& Forget(unsigned tid) { return stacks_[tid].pop_back(), *this; }
  // A signal interrupts the thread: what follows is its handler's, until that returns.
  Script& Handler(unsigned tid, int signal) { return Add(tid, Kind::kSignalHandler, 0, 0, static_cast<std::uint64_t>(signal)); }
  Script& HandlerReturns(unsigned tid, int signal) { return Add(tid, Kind::kReturn, 0, 0, static_cast<std::uint64_t>(signal)); }
  Script& LoopEnter(unsigned tid, std::string_view loop) { return Add(tid, Kind::kLoopEnter, SiteOf(loop), 0, 0); }
  Script& LoopIter(unsigned tid, std::string_view loop) { return Add(tid, Kind::kLoopIter, SiteOf(loop), 0, 0); }
  Script& Annotate(unsigned tid, abi::Annotation what, std::uint64_t argument = 0) {
    Add(tid, Kind::kAnnotate, 0, 0, static_cast<std::uint64_t>(what));
    last().value2 = argument;
    return *this;
  }
  abi::Event& last() { return trace_.events.back(); }

  const Trace& Finish(abi::EndKind how = abi::EndKind::kPass) {
    abi::Event end{};
    end.kind = Kind::kRunEnd;
    end.outcome = static_cast<std::uint8_t>(how);
    trace_.events.push_back(end);
    return trace_;
  }
  const Trace& trace() const { return trace_; }

  // --- As a view -----------------------------------------------------------------------------------------------------------
  const SiteView& Site(std::uint32_t site) const override {
    static const SiteView none;
    const auto known = sites_.find(site);
    return known == sites_.end() ? none : known->second;
  }
  std::optional<StaticObject> ObjectAt(std::uint64_t address) const override {
    for (const StaticObject& object : statics_)
      if (address - object.start < object.size) return object;
    return std::nullopt;
  }
  std::uint32_t SiteOf(std::string_view name) {
    if (name.empty()) return 0;
    const auto [known, is_new] =
        numbers_.try_emplace(std::string(name), static_cast<std::uint32_t>(numbers_.size() + 1 + base_ % 97));
    if (is_new) {
      SiteView& view = sites_[known->second];
      view.mapped = name[0] != '+';
      view.statement = recontest::NameOf(name, view.mapped ? 1 : base_);
    }
    return known->second;
  }
  std::string NameOf(std::uint32_t site) const {
    for (const auto& [name, number] : numbers_)
      if (number == site) return name;
    return {};
  }

 private:
  Script& Access(unsigned tid, Kind kind, std::string_view statement, const std::string& at) {
    Add(tid, kind, SiteOf(statement), Address(at), 0);
    last().size = 8;
    if (kind == Kind::kAtomicRead || kind == Kind::kAtomicWrite || kind == Kind::kAtomicRmw) last().order = 0;
    if (const auto label = labels_.find(at); label != labels_.end()) sites_[last().site].label = label->second;
    return *this;
  }
  Script& Add(unsigned tid, Kind kind, std::uint32_t site, std::uint64_t obj, std::uint64_t value) {
    abi::Event event{};
    event.kind = kind;
    event.tid = static_cast<std::uint16_t>(tid);
    event.site = site, event.obj = obj, event.value = value;
    if (IsCounted(kind)) ++ordinals_[tid], event.flags |= abi::kPoint;
    event.ordinal = ordinals_[tid];
    const std::vector<std::uint32_t>& stack = stacks_[tid];
    event.ctx = stack.empty() ? 0 : stack.back();
    trace_.events.push_back(event);
    return *this;
  }

  std::uint64_t base_, next_address_, next_heap_ = 0x7000000000;
  Trace trace_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::map<std::uint32_t, SiteView> sites_;
  std::vector<StaticObject> statics_;
  std::map<std::string, std::uint64_t> addresses_;
  std::map<std::string, std::uint64_t> labels_;
  std::map<unsigned, std::uint32_t> ordinals_;
  std::map<unsigned, std::vector<std::uint32_t>> stacks_;
  std::map<std::string, std::uint64_t> depth_;
};

}  // namespace reweave::recontest
