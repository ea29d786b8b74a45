#include "trace/event_list.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "base/rng.h"
#include "trace/testing.h"
#include "trace/testing_units.h"

namespace reweave::inline trace {
namespace {

using abi::Event;
using abi::EventKind;
using abi::Unit;

bool Same(const Event& a, const Event& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool Same(const std::vector<Event>& a, const std::vector<Event>& b) {
  return std::ranges::equal(a, b, [](const Event& x, const Event& y) { return Same(x, y); });
}

Event Access(std::uint16_t tid, std::uint32_t ordinal, std::uint32_t site, std::uint64_t at, std::uint64_t value = 0) {
  Event event{};
  event.kind = EventKind::kWrite;
  event.tid = tid, event.ordinal = ordinal, event.site = site, event.obj = at, event.value = value, event.size = 8;
  return event;
}

// A run of up to 200 events of three threads: accesses of all sizes and values, often several of one thread in a row.
std::vector<Event> RandomRun(std::uint64_t seed) {
  Rng rng(seed);
  const auto any = [&](std::uint64_t n) { return static_cast<std::uint32_t>(rng.Below(n)); };
  std::vector<Event> events(1);
  events[0].kind = EventKind::kRunBegin;
  std::uint32_t ordinals[3] = {};
  std::uint16_t tid = 0;
  for (std::uint32_t n = any(200); n > 0; --n) {
    if (any(6) == 0) tid = static_cast<std::uint16_t>(any(3));
    Event event{};
    event.tid = tid;
    event.caller = any(8) == 0 ? 77 : 0;
    event.ctx = any(9) == 0 ? 0xffffffff : 5;
    event.site = any(20) == 0 ? 1u << 24 : any(20) == 0 ? (1u << 24) - 1 : any(40);
    event.ordinal = ordinals[tid] += any(12) == 0 ? 2 : 1;
    event.obj = (any(4) == 0 ? 0x7fff00000000 : any(30) == 0 ? 1ull << 60 : 0x500000000000) + any(100);
    event.kind = any(2) == 0 ? EventKind::kRead : EventKind::kWrite;
    event.size = static_cast<std::uint16_t>(any(15) == 0 ? 3 : 1u << any(4));
    event.value = any(4) == 0 ? ~0ull - any(9) : any(1000);
    if (any(15) == 0) event.flags = abi::kNoValue, event.value = 0;
    if (any(10) == 0) event.flags |= abi::kMarked;
    if (any(8) == 0) event.flags |= abi::kPoint;
    if (any(9) == 0) event.kind = EventKind::kLock, event.size = 0;
    if (any(12) == 0) event.kind = EventKind::kAtomicRmw, event.value2 = 4;
    if (any(15) == 0) event.kind = EventKind::kEnabled;
    if (any(20) == 0) event.flags |= abi::kRange, event.size = 64;
    events.push_back(event);
  }
  events.emplace_back().kind = EventKind::kRunEnd;
  return events;
}

TEST(EventList, GivesBackWhatWasWritten) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Rng rng(seed);
    const std::vector<Event> events = RandomRun(seed);
    const EventList list = InShort(events, [&] { return rng.Below(10) != 0; });
    RC_ASSERT(list.size() == events.size());
    std::vector<bool> is_record(events.size());
    const auto agrees = [&](const Event& event, std::size_t i) {
      RC_ASSERT(Same(event, events[i]));
      is_record[i] = true;
    };
    list.ForRecords(agrees);
    std::vector<std::size_t> walked;
    for (RecordWalker walk(list); walk.Next();) agrees(walk.event(), walk.index()), walked.push_back(walk.index());
    RC_ASSERT(walked.size() == list.records().size());
    RC_ASSERT(static_cast<std::size_t>(std::ranges::count(is_record, true)) == walked.size());
    RC_ASSERT(list.short_accesses() + walked.size() == events.size());
    const EventList copy = list;  // before the other one is unpacked
    RC_ASSERT(Same(list.all(), events));
    for (RecordWalker walk(list); walk.Next();) RC_ASSERT(&walk.event() == &list[walk.index()]);
    EventList moved = EventList(copy);
    moved.front().ctx = 0;
    RC_ASSERT(Same(std::vector<Event>(moved), events) && Same(copy, events));
  }));
}

TEST(EventList, LeavesOutOnlyMemoryOfOneThreadOrThatNobodyWrites) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Rng rng(seed);
    const std::vector<Event> events = RandomRun(seed);
    std::map<std::uint64_t, std::set<std::uint16_t>> threads;
    std::set<std::uint64_t> written;
    const auto for_granules = [](const Event& event, auto&& visit) {
      for (std::uint64_t g = event.obj >> 3; g <= (event.obj + std::max<std::uint64_t>(AccessSize(event), 1) - 1) >> 3; ++g)
        visit(g);
    };
    for (const Event& event : events)
      if (IsAccess(event.kind))
        for_granules(event, [&](std::uint64_t g) {
          threads[g].insert(event.tid);
          if (WritesMemory(event.kind)) written.insert(g);
        });
    std::vector<bool> visited(events.size());
    std::uint32_t last = 0;
    InShort(events, [&] { return rng.Below(3) != 0; }).ForMet([&](const Event& event, std::uint32_t i) {
      RC_ASSERT(Same(event, events[i]) && i >= last);
      last = i;
      visited[i] = true;
    });
    for (std::size_t i = 0; i < events.size(); ++i) {
      bool of_two = !IsPlainAccess(events[i].kind);
      if (!of_two) for_granules(events[i], [&](std::uint64_t g) { of_two |= threads[g].size() > 1 && written.contains(g); });
      RC_ASSERT(visited[i] || !of_two);
    }
  }));
}

TEST(EventList, ARecordDoesNotMakeMemoryThatOfTwoThreads) {
  std::vector<Event> events;
  for (std::uint32_t i = 1; i <= 5000; ++i) events.push_back(Access(0, i, 7, 0x1000));
  events.push_back(Access(0, 5001, 7, 0x1000));
  events.back().flags = abi::kPoint;  // a loop without one was given one
  Event other = Access(1, 1, 7, 0x2000);
  other.flags = abi::kPoint;
  events.push_back(other);
  events.push_back(Access(0, 5002, 7, 0x2000));  // of two threads
  std::vector<std::uint32_t> visited;
  InShort(events).ForMet([&](const Event&, std::uint32_t i) { visited.push_back(i); });
  EXPECT_EQ(visited, (std::vector<std::uint32_t>{5000, 5001, 5002}));
}

TEST(EventList, AnAccessTakesOneUnit) {
  UnitWriter writer;
  for (std::uint32_t i = 1; i <= 100; ++i) writer.Put(Access(1, i, 7, 0x500000000000 + 8 * i, i));
  EXPECT_EQ(writer.units().size(), 101u);  // and one for the context
  for (std::uint32_t i = 101; i <= 200; ++i) writer.Put(Access(1, i, 7, 0x500000000000 + 8 * i, ~0ull));
  EXPECT_EQ(writer.units().size(), 202u);  // and one for the upper half of their addresses
}

TEST(EventList, DropsWhatIsMoreThanIsKept) {
  UnitWriter writer;
  std::vector<Event> events(1);
  events[0].kind = EventKind::kRunBegin;
  for (std::uint32_t i = 1; i <= 10; ++i) events.push_back(Access(0, i, 7, 0x1000));
  events.emplace_back().kind = EventKind::kLock;
  for (std::uint32_t i = 12; i <= 20; ++i) events.push_back(Access(0, i, 7, 0x1000));
  events.emplace_back().kind = EventKind::kRunEnd;
  for (const Event& event : events) writer.Put(event);
  EventList list;
  bool dropped = false;
  const EventList::Taken taken = list.Take(writer.units(), 12, dropped);
  EXPECT_TRUE(dropped && taken.ended);
  EXPECT_EQ(taken.units, writer.units().size());
  ASSERT_EQ(list.size(), 13u);  // meta records stay
  EXPECT_EQ(list[11].kind, EventKind::kLock);
  EXPECT_EQ(list.records().back().kind, EventKind::kRunEnd);
}

TEST(EventList, TakesOneRunAtATime) {
  UnitWriter writer;
  for (int run = 0; run < 2; ++run) {
    Event event{};
    event.kind = EventKind::kRunBegin;
    writer.Put(event);
    writer.Put(Access(0, 1, 7, 0x1000));
    event.kind = EventKind::kRunEnd;
    writer.Put(event);
  }
  EventList list;
  bool dropped = false;
  const EventList::Taken taken = list.Take(writer.units(), 100, dropped);
  EXPECT_TRUE(taken.ended && !dropped);
  EXPECT_LT(taken.units, writer.units().size());
  EXPECT_EQ(list.size(), 3u);
}

TEST(EventList, SplitsOffThePreamble) {
  std::vector<Event> events(2);
  events[0].kind = EventKind::kRunBegin;
  events[1].kind = EventKind::kModule;
  events.emplace_back().kind = EventKind::kRunBegin;
  events.back().value2 = 1;
  events.push_back(Access(0, 1, 7, 0x1000, 5));
  events.emplace_back().kind = EventKind::kRunEnd;
  EventList list = InShort(events);
  const auto begins = [](const Event& event) { return event.value2 == 1; };
  EXPECT_FALSE(list.SplitOff(3, begins));
  const auto preamble = list.SplitOff(1, begins);
  ASSERT_TRUE(preamble);
  EXPECT_EQ(preamble->size(), 2u);
  EXPECT_TRUE(Same(list, std::vector(events.begin() + 2, events.end())));
}

TEST(EventList, SummaryKnowsHowFarThreadsCame) {
  TraceBuilder build;
  build.Add(1, EventKind::kBegin, 1).Add(1, EventKind::kRead, 2, 3, 0x1000).Add(1, EventKind::kRead, 3, 3, 0x1000);
  Trace trace = build.End(abi::EndKind::kPass);
  for (Event& event : trace.events) event.size = IsPlainAccess(event.kind) ? 4 : event.size;
  trace.events = InShort(trace.events);
  EXPECT_EQ(trace.events.short_accesses(), 2u);
  EXPECT_EQ(Summarize(trace).threads[1].last_ordinal, 3u);
}

}  // namespace
}  // namespace reweave::inline trace
