// Hand-written traces for tests of strategies, walkers and formats: no process needed.
//     Trace trace = TraceBuilder().Enabled({0, 1}).Point(0, EventKind::kLock, 3).End(EndKind::kPass);
#pragma once

#include <initializer_list>
#include <string_view>

#include "trace/trace.h"

namespace reweave::inline trace {

class TraceBuilder {
 public:
  explicit TraceBuilder(std::uint64_t seed = 1) {
    abi::Event& begin = New(abi::EventKind::kRunBegin);
    begin.value = seed;
    begin.value2 = 1;
  }

  TraceBuilder& Raw(const abi::Event& event) { return trace_.events.push_back(event), *this; }
  TraceBuilder& Add(unsigned tid, abi::EventKind kind, unsigned ordinal, unsigned site = 0, std::uint64_t obj = 0) {
    abi::Event& event = New(kind);
    event.tid = static_cast<std::uint16_t>(tid);
    event.ordinal = ordinal;
    event.site = site;
    event.obj = obj;
    return *this;
  }
  TraceBuilder& Point(unsigned tid, abi::EventKind kind, unsigned ordinal, unsigned site = 0, std::uint64_t obj = 0) {
    Add(tid, kind, ordinal, site, obj);
    trace_.events.back().flags |= abi::kPoint;
    ++points_;
    return *this;
  }
  TraceBuilder& Create(unsigned tid, unsigned child, unsigned ordinal) {
    Point(tid, abi::EventKind::kCreate, ordinal);
    trace_.events.back().value = child;
    return *this;
  }
  TraceBuilder& Outcome(unsigned outcome) {  // of the event added last
    trace_.events.back().outcome = static_cast<std::uint8_t>(outcome);
    return *this;
  }
  TraceBuilder& Enabled(std::initializer_list<unsigned> threads) { return Mask(threads, 0); }
  TraceBuilder& PassedOver(std::initializer_list<unsigned> threads) { return Mask(threads, 1); }
  TraceBuilder& Outcomes(unsigned tid, std::uint64_t mask) {
    abi::Event& event = New(abi::EventKind::kOutcomes);
    event.tid = static_cast<std::uint16_t>(tid);
    event.value = mask;
    return *this;
  }
  TraceBuilder& Thread(unsigned tid, unsigned creator, unsigned k) {
    abi::Event& event = New(abi::EventKind::kThreadInfo);
    event.tid = static_cast<std::uint16_t>(tid);
    event.value = creator;
    event.value2 = k;
    return *this;
  }
  TraceBuilder& Pending(unsigned tid, abi::EventKind kind, unsigned ordinal, bool enabled = false) {
    Add(tid, abi::EventKind::kPending, ordinal);
    trace_.events.back().value = static_cast<std::uint64_t>(kind);
    trace_.events.back().value2 = enabled;
    return *this;
  }
  TraceBuilder& Text(abi::TextStream stream, std::string_view text) {
    return AppendTextRecords(trace_.events, text, stream), *this;
  }
  TraceBuilder& Module(unsigned index, std::string_view path) {
    New(abi::EventKind::kModule).value2 = index;
    return Text(abi::TextStream::kModule, path);
  }
  TraceBuilder& Sites(unsigned module, abi::SiteClass site_class, unsigned first, unsigned count) {
    abi::Event& event = New(abi::EventKind::kSiteBase);
    event.outcome = static_cast<std::uint8_t>(site_class);
    event.site = static_cast<std::uint32_t>(site_class) << abi::kSiteClassShift | first;
    event.value = count;
    event.value2 = module;
    return *this;
  }
  Trace End(abi::EndKind kind, unsigned tid = 0, std::uint64_t value = 0) {
    abi::Event& end = New(abi::EventKind::kRunEnd);
    end.outcome = static_cast<std::uint8_t>(kind);
    end.tid = static_cast<std::uint16_t>(tid);
    end.value = value;
    end.obj = points_;
    return std::move(trace_);
  }

 private:
  abi::Event& New(abi::EventKind kind) {
    trace_.events.push_back({});
    trace_.events.back().kind = kind;
    return trace_.events.back();
  }
  TraceBuilder& Mask(std::initializer_list<unsigned> threads, std::uint8_t flag) {
    ThreadSet set;
    for (const unsigned tid : threads) set.Insert(tid);
    for (std::size_t i = 0; i < set.words(); i += 3) {
      abi::Event& event = New(abi::EventKind::kEnabled);
      event.flags = flag;
      event.ordinal = static_cast<std::uint32_t>(i / 3);
      event.caller = static_cast<std::uint32_t>(set.words());
      event.obj = set.word(i), event.value = set.word(i + 1), event.value2 = set.word(i + 2);
    }
    return *this;
  }

  Trace trace_;
  std::uint64_t points_ = 0;
};

}  // namespace reweave::inline trace
