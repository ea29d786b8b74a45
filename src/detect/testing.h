// Hand-written runs for tests of detectors: events with the fields that the runtime fills, ordinals counted.
//     RunText run;
//     run.Create(0, 1).Begin(1, 0).Write(0, 10, kX).Read(1, 20, kX);
//     detector.Analyse(run.Trace());
#pragma once

#include <atomic>
#include <map>
#include <utility>

#include "abi/annotations.h"
#include "trace/testing.h"
#include "trace/trace.h"

namespace reweave::detect {

class RunText {
 public:
  using Kind = abi::EventKind;

  RunText() { Meta(Kind::kRunBegin, 0).value = 1; }

  RunText& Create(unsigned tid, unsigned child) { return Point(tid, Kind::kCreate, 0, 0x400000, child); }
  RunText& Begin(unsigned tid, unsigned creator) { return Point(tid, Kind::kBegin, 0, 0, creator); }
  // Main makes threads 1 .. n, which all begin.
  RunText& Threads(unsigned n) {
    for (unsigned t = 1; t <= n; ++t) Create(0, t);
    for (unsigned t = 1; t <= n; ++t) Begin(t, 0);
    return *this;
  }
  RunText& End(unsigned tid) { return Add(tid, Kind::kEnd, 0, 0, 0), *this; }
  RunText& Join(unsigned tid, unsigned of) { return Point(tid, Kind::kJoin, 0, 0, of); }

  RunText& Read(unsigned tid, unsigned site, std::uint64_t at, unsigned size = 4, std::uint64_t value = 0) {
    return Sized(Point(tid, Kind::kRead, site, at, value), size);
  }
  RunText& Write(unsigned tid, unsigned site, std::uint64_t at, unsigned size = 4, std::uint64_t value = 0) {
    return Sized(Point(tid, Kind::kWrite, site, at, value), size);
  }
  RunText& Load(unsigned tid, unsigned site, std::uint64_t at, std::memory_order order, unsigned size = 4) {
    return Atomic(Kind::kAtomicRead, tid, site, at, order, size);
  }
  RunText& Store(unsigned tid, unsigned site, std::uint64_t at, std::memory_order order, unsigned size = 4) {
    return Atomic(Kind::kAtomicWrite, tid, site, at, order, size);
  }
  RunText& Rmw(unsigned tid, unsigned site, std::uint64_t at, std::memory_order order, unsigned size = 4) {
    return Atomic(Kind::kAtomicRmw, tid, site, at, order, size);
  }
  RunText& Fence(unsigned tid, std::memory_order order) {
    Point(tid, Kind::kFence, 0, 0, 0);
    last().order = static_cast<std::uint8_t>(order);
    return *this;
  }
  RunText& Lock(unsigned tid, std::uint64_t mutex, unsigned site = 0) { return Point(tid, Kind::kLock, site, mutex, 1); }
  RunText& Unlock(unsigned tid, std::uint64_t mutex, unsigned site = 0) { return Point(tid, Kind::kUnlock, site, mutex, 0); }
  RunText& Wait(unsigned tid, std::uint64_t cond, std::uint64_t mutex, unsigned site = 0) {
    Point(tid, Kind::kWaitBegin, site, cond, 0);
    last().value2 = mutex;
    return *this;
  }
  RunText& Woken(unsigned tid, std::uint64_t cond, std::uint64_t mutex, unsigned how = 0) {
    Point(tid, Kind::kWaitEnd, 0, cond, how);
    last().value2 = mutex;
    return *this;
  }
  RunText& Signal(unsigned tid, std::uint64_t cond, unsigned woken_plus_1) {
    return Point(tid, Kind::kSignal, 0, cond, woken_plus_1);
  }
  RunText& Annotate(unsigned tid, abi::Annotation what, std::uint64_t address, std::uint64_t argument = 0) {
    Add(tid, Kind::kAnnotate, 0, address, static_cast<std::uint64_t>(what)).value2 = argument;
    return *this;
  }
  // Any other event.
  RunText& Point(unsigned tid, Kind kind, unsigned site, std::uint64_t obj, std::uint64_t value) {
    Add(tid, kind, site, obj, value).flags |= abi::kPoint;
    ++points_;
    return *this;
  }
  RunText& Pending(unsigned tid, Kind kind, std::uint64_t obj, unsigned site = 0) {
    abi::Event& e = Meta(Kind::kPending, tid);
    e.value = static_cast<std::uint64_t>(kind), e.obj = obj, e.site = site, e.ordinal = ordinals_[tid] + 1;
    return *this;
  }
  RunText& Raw(const abi::Event& event) { return trace_.events.push_back(event), *this; }
  RunText& Caller(unsigned site) { return last().caller = site, *this; }
  abi::Event& last() { return trace_.events.back(); }

  reweave::Trace Trace(abi::EndKind how = abi::EndKind::kPass) {
    reweave::Trace out = trace_;
    abi::Event end{};
    end.kind = Kind::kRunEnd;
    end.outcome = static_cast<std::uint8_t>(how);
    end.obj = points_;
    out.events.push_back(end);
    return out;
  }

 private:
  abi::Event& Meta(Kind kind, unsigned tid) {
    abi::Event& e = trace_.events.emplace_back(abi::Event{});
    e.kind = kind;
    e.tid = static_cast<std::uint16_t>(tid);
    return e;
  }
  abi::Event& Add(unsigned tid, Kind kind, unsigned site, std::uint64_t obj, std::uint64_t value) {
    abi::Event& e = Meta(kind, tid);
    e.site = site, e.obj = obj, e.value = value, e.ordinal = ++ordinals_[tid];
    return e;
  }
  RunText& Sized(RunText& run, unsigned size) { return last().size = static_cast<std::uint16_t>(size), run; }
  RunText& Atomic(Kind kind, unsigned tid, unsigned site, std::uint64_t at, std::memory_order order, unsigned size) {
    Sized(Point(tid, kind, site, at, 0), size);
    last().order = static_cast<std::uint8_t>(order);
    last().flags |= abi::kAtomic;
    return *this;
  }

  reweave::Trace trace_;
  std::map<unsigned, unsigned> ordinals_;
  std::uint64_t points_ = 0;
};

}  // namespace reweave::detect
