#include "detect/cause.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detect/testing.h"

namespace reweave::detect {
namespace {

using Kind = abi::EventKind;
using testing::HasSubstr;
constexpr std::uint64_t kA = 0x100, kB = 0x140, kCond = 0x200, kX = 0x1300;

std::string Cause(const Trace& trace, const std::vector<EventName>& race = {}) { return CauseOf(trace, race, SiteNames()).text; }

EventName Last(RunText& run, unsigned tid) {
  const Trace trace = run.Trace();
  EventName name{};
  for (const abi::Event& event : trace.events)
    if (IsEvent(event.kind) && event.tid == tid) name = NameOf(event);
  return name;
}

TEST(Cause, ALostWakeupNamesTheCheckTheNotificationAndTheWait) {
  RunText run;
  run.Threads(1).Lock(1, kA).Read(1, 7, kX).Signal(0, kCond, 0).Wait(1, kCond, kA);
  run.Pending(0, Kind::kJoin, 1).Pending(1, Kind::kWaitEnd, kCond);
  const std::string text = Cause(run.Trace(abi::EndKind::kDeadlock));
  EXPECT_THAT(text, HasSubstr("thread 0.1 went to sleep"));
  EXPECT_THAT(text, HasSubstr("after thread 0 had already notified"));
  EXPECT_THAT(text, HasSubstr("the wakeup was lost"));
}

TEST(Cause, ALockCycleSaysWhoHoldsAndWantsWhat) {
  RunText run;
  run.Threads(2).Lock(1, kA, 11).Lock(2, kB, 22).Pending(0, Kind::kJoin, 1);
  run.Pending(1, Kind::kLock, kB, 12).Pending(2, Kind::kLock, kA, 21);
  EXPECT_EQ(
      Cause(run.Trace(abi::EndKind::kDeadlock)),
      "thread 0.1 holds `0x100` and waits for `0x140`, thread 0.2 holds `0x140` and waits for `0x100`: they wait for each other");
}

TEST(Cause, AThreadThatLocksTwiceWaitsForItself) {
  RunText run;
  run.Threads(1).Lock(1, kA).Pending(0, Kind::kJoin, 1).Pending(1, Kind::kLock, kA);
  EXPECT_EQ(Cause(run.Trace(abi::EndKind::kDeadlock)), "thread 0.1 asks for `0x100`, which it holds already");
}

TEST(Cause, ARaceSaysWhichLocksWereHeld) {
  RunText run;
  run.Threads(2).Lock(1, kA).Write(1, 1, kX);
  const EventName first = Last(run, 1);
  run.Read(2, 2, kX);
  const EventName second = Last(run, 2);
  const std::string text = Cause(run.Trace(), {first, second});
  EXPECT_THAT(text, HasSubstr("thread 0.1 wrote the same memory"));
  EXPECT_THAT(text, HasSubstr("thread 0.2 read it"));
  EXPECT_THAT(text, HasSubstr("thread 0.1 holds `0x100`, thread 0.2 holds no lock"));
}

TEST(Cause, APublicationWithoutReleaseNamesTheAtomic) {
  const auto told = [](std::memory_order store, std::memory_order load) {
    RunText run;
    run.Threads(2).Write(1, 1, kX);
    const EventName first = Last(run, 1);
    run.Store(1, 2, kA, store).Load(2, 3, kA, load).Read(2, 4, kX);
    const CauseText cause = CauseOf(run.Trace(), {first, Last(run, 2)}, SiteNames());
    EXPECT_EQ(cause.events.size(), 4u) << "the atomic's two operations are shown as well";
    return cause.text;
  };
  EXPECT_THAT(told(std::memory_order_relaxed, std::memory_order_acquire), HasSubstr("the store is no release: nothing orders"));
  EXPECT_THAT(told(std::memory_order_release, std::memory_order_relaxed), HasSubstr("the load is no acquire: nothing orders"));
  // The reader did not look at the atomic, or saw another thread's write: that is an ordinary race.
  RunText run;
  run.Threads(2).Write(1, 1, kX);
  const EventName first = Last(run, 1);
  run.Store(1, 2, kA, std::memory_order_relaxed).Store(2, 3, kA, std::memory_order_relaxed);
  run.Load(2, 4, kA, std::memory_order_relaxed).Read(2, 5, kX);
  EXPECT_THAT(Cause(run.Trace(), {first, Last(run, 2)}), HasSubstr("neither holds a lock"));
}

// Two threads write kX without a lock; the main thread joins them and finds the wrong value. A race on kY, which it never looks
// at, explains nothing.
TEST(Cause, ARaceOfOthersThatTheFailingThreadNoticed) {
  constexpr std::uint64_t kY = 0x1900;
  RunText run;
  run.Threads(2).Write(1, 1, kX);
  const EventName first = Last(run, 1);
  run.Write(2, 2, kX);
  const EventName second = Last(run, 2);
  run.Write(1, 3, kY).Write(2, 4, kY).End(1).End(2).Join(0, 1).Join(0, 2).Read(0, 5, kX);
  const CauseText cause = CauseOf(run.Trace(abi::EndKind::kAssert), {}, SiteNames());
  EXPECT_THAT(cause.text, HasSubstr("thread 0.1 wrote the same memory"));
  ASSERT_EQ(cause.events.size(), 2u);
  EXPECT_TRUE(cause.events[0] == first && cause.events[1] == second) << "the race on kX";
}

TEST(Cause, ALostUpdateNamesWhatCameInBetween) {
  RunText run;
  run.Threads(2).Read(1, 1, kX).Write(2, 2, kX).Write(1, 3, kX);
  const std::string text = Cause(run.Trace(abi::EndKind::kAssert));
  EXPECT_THAT(text, HasSubstr("thread 0.1 read the same memory"));
  EXPECT_THAT(text, HasSubstr("in between thread 0.2 wrote it"));
  EXPECT_THAT(text, HasSubstr("that update was lost"));
  const auto events = CauseOf(run.Trace(abi::EndKind::kAssert), {}, SiteNames()).events;
  ASSERT_EQ(events.size(), 3u) << "the steps that a report marks";
  EXPECT_EQ(events[0].tid, 1);
  EXPECT_EQ(events[1].tid, 2);
  EXPECT_EQ(events[2].tid, 1);
}

// Who reads again before it writes loses nothing: it had decided by the first look.
TEST(Cause, ACheckThatWasNoLongerSo) {
  RunText run;
  run.Threads(2).Read(1, 1, kX).Lock(2, kA).Write(2, 2, kX).Unlock(2, kA).Lock(1, kA).Read(1, 3, kX).Write(1, 4, kX).Unlock(1,
                                                                                                                            kA);
  const std::string text = Cause(run.Trace(abi::EndKind::kAssert));
  EXPECT_THAT(text, HasSubstr("in between thread 0.2 wrote it"));
  EXPECT_THAT(text, HasSubstr("what thread 0.1 had read before was no longer true"));
  EXPECT_THAT(text, Not(HasSubstr("lost")));
}

// The main thread looks at kX too early. Its two critical sections leave a triple on kA's data that explains nothing.
TEST(Cause, ARaceOfTheFailingThreadComesBeforeTriplesUnderALock) {
  constexpr std::uint64_t kData = 0x1400;
  RunText run;
  run.Threads(1).Lock(0, kA).Write(0, 1, kData).Unlock(0, kA);
  run.Lock(1, kA).Read(1, 2, kData).Unlock(1, kA).Read(0, 3, kX).Write(1, 4, kX);
  run.Lock(0, kA).Write(0, 5, kData).Unlock(0, kA);
  const std::string text = Cause(run.Trace(abi::EndKind::kAssert));
  EXPECT_THAT(text, HasSubstr("thread 0 read the same memory"));
  EXPECT_THAT(text, HasSubstr("thread 0.1 wrote it"));
  EXPECT_THAT(text, HasSubstr("neither holds a lock"));
}

TEST(Cause, AWaitWithoutALoopIsNamed) {
  const auto told = [](bool checks_again) {
    RunText run;
    run.Threads(1).Lock(1, kA).Read(1, 7, kX).Wait(1, kCond, kA).Lock(0, kA).Write(0, 3, kX).Signal(0, kCond, 2).Unlock(0, kA);
    run.Woken(1, kCond, kA);
    if (checks_again) run.Read(1, 7, kX);
    run.Read(1, 8, kB).Unlock(1, kA).Read(1, 7, kX);
    return Cause(run.Trace(abi::EndKind::kAssert));
  };
  EXPECT_THAT(told(false), HasSubstr("and went on without checking it again"));
  EXPECT_THAT(told(true), testing::Not(HasSubstr("without checking")));
}

TEST(Cause, NothingIsMadeUp) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Read(2, 2, kX);
  EXPECT_EQ(Cause(run.Trace(abi::EndKind::kAssert)), "");
}

}  // namespace
}  // namespace reweave::detect
