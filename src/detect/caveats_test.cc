#include "detect/caveats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "abi/suspicion.h"
#include "detect/races.h"
#include "detect/testing.h"

namespace reweave::detect {
namespace {

using abi::EventKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kX = 0x1000, kY = 0x2000;

std::vector<std::string> SentencesOf(const Trace& trace) {
  RaceDetector races;
  races.Analyse(trace);
  Caveats caveats;
  caveats.Note(trace, races.hidden(), races.suspected());
  return caveats.Sentences(SiteNames());
}

void AddForeign(RunText& run, unsigned tid, std::uint64_t number, const char* path) {
  abi::Event e{};
  e.kind = EventKind::kForeign, e.tid = static_cast<std::uint16_t>(tid), e.value = number;
  run.Raw(e);
  e = {};
  e.kind = EventKind::kText, e.outcome = static_cast<std::uint8_t>(abi::TextStream::kModule);
  e.size = static_cast<std::uint16_t>(std::strlen(path));
  std::memcpy(&e.obj, path, e.size);
  run.Raw(e);
}

void AddHidden(RunText& run, unsigned tid, abi::Hidden state, bool changes) {
  abi::Event e{};
  e.kind = EventKind::kHiddenState, e.tid = static_cast<std::uint16_t>(tid);
  e.value = static_cast<std::uint64_t>(state), e.value2 = changes;
  run.Raw(e);
}

TEST(Caveats, WeakOrdersCountOnlyOnAtomicsThatThreadsShare) {
  RunText weak;
  weak.Threads(2).Store(1, 10, kX, std::memory_order_release).Load(2, 11, kX, std::memory_order_acquire);
  EXPECT_THAT(SentencesOf(weak.Trace()), ElementsAre(HasSubstr("weaker than seq_cst")));
  RunText strong;
  strong.Threads(2).Store(1, 10, kX, std::memory_order_seq_cst).Load(2, 11, kX, std::memory_order_seq_cst);
  strong.Store(1, 12, kY, std::memory_order_relaxed).Load(1, 13, kY, std::memory_order_relaxed);
  EXPECT_THAT(SentencesOf(strong.Trace()), IsEmpty());
  RunText read_only;
  read_only.Threads(2).Load(1, 10, kX, std::memory_order_relaxed).Load(2, 11, kX, std::memory_order_relaxed);
  EXPECT_THAT(SentencesOf(read_only.Trace()), IsEmpty());
}

TEST(Caveats, HiddenStateCountsIfTwoThreadsTouchItAndOneChangesIt) {
  RunText both;
  AddHidden(both, 0, abi::Hidden::kEnvironment, false);
  AddHidden(both, 1, abi::Hidden::kEnvironment, true);
  EXPECT_THAT(SentencesOf(both.Trace()), ElementsAre(HasSubstr("the environment")));
  RunText readers;
  AddHidden(readers, 0, abi::Hidden::kEnvironment, false);
  AddHidden(readers, 1, abi::Hidden::kEnvironment, false);
  AddHidden(readers, 1, abi::Hidden::kTokens, true);
  EXPECT_THAT(SentencesOf(readers.Trace()), IsEmpty());
}

TEST(Caveats, WhatALibraryWithoutHooksMayOrderIsNoRaceButSaid) {
  RunText run;
  run.Threads(2);
  AddForeign(run, 1, 3, "/lib/libpool.so");
  AddForeign(run, 2, 3, "/lib/libpool.so");
  run.Write(1, 10, kX).Write(2, 11, kX);
  RaceDetector races;
  races.Analyse(run.Trace());
  EXPECT_THAT(races.pairs(), IsEmpty());
  EXPECT_FALSE(races.any_race());
  EXPECT_EQ(races.racing().size(), 1u) << "the location is a scheduling point all the same";
  EXPECT_THAT(SentencesOf(run.Trace()), ElementsAre(HasSubstr("inside libpool.so"), HasSubstr("libpool.so may hide")));
}

TEST(Caveats, ARaceWithAThreadThatWasNeverInTheLibraryIsOne) {
  RunText run;
  run.Threads(2);
  AddForeign(run, 1, 0, "/lib/libpool.so");
  AddForeign(run, 2, 1, "/lib/libother.so");
  run.Write(1, 10, kX).Write(2, 11, kX);
  RaceDetector races;
  races.Analyse(run.Trace());
  EXPECT_EQ(races.pairs().size(), 1u);
}

TEST(Caveats, WhatIsKnownLaterInTheRunCountsToo) {
  RunText run;
  run.Threads(2).Write(1, 10, kX).Write(2, 11, kX);
  AddForeign(run, 1, 0, "/lib/libpool.so");
  AddForeign(run, 2, 0, "/lib/libpool.so");
  RaceDetector races;
  races.Analyse(run.Trace());
  EXPECT_THAT(races.pairs(), IsEmpty());
  EXPECT_FALSE(races.any_race());
}

RunText& Suspect(RunText& run, abi::Suspicion suspicion) {
  run.last().order = static_cast<std::uint8_t>(suspicion);
  return run;
}

TEST(Caveats, WhatAFunctionWithoutHooksMayTouchIsNoRaceButSaid) {
  RunText run;
  run.Threads(2).Write(1, 10, kX).Write(2, 11, kX);
  Suspect(run, abi::Suspicion::kPointer);
  RaceDetector races;
  races.Analyse(run.Trace());
  EXPECT_THAT(races.pairs(), IsEmpty());
  EXPECT_FALSE(races.any_race());
  EXPECT_EQ(races.racing().size(), 1u) << "the order is searched";
  EXPECT_THAT(races.suspected(), ElementsAre(11u));
  EXPECT_THAT(SentencesOf(run.Trace()), ElementsAre(HasSubstr("functions without hooks")));
}

TEST(Caveats, CodeWithoutHooksThatTwoThreadsCallIsSaid) {
  RunText run;
  run.Threads(2);
  AddHidden(run, 1, abi::kOwnState, true);
  EXPECT_THAT(SentencesOf(run.Trace()), IsEmpty());
  AddHidden(run, 2, abi::kOwnState, true);
  EXPECT_THAT(SentencesOf(run.Trace()), ElementsAre(HasSubstr("memory of its own")));
}

TEST(Caveats, WhatAFunctionWithoutHooksMayReadDoesNotDisturbOtherReaders) {
  RunText run;
  run.Threads(2).Read(1, 10, kX).Read(2, 11, kX);
  Suspect(run, abi::Suspicion::kPointer);
  EXPECT_THAT(SentencesOf(run.Trace()), IsEmpty());
}

// The order of the calls is searched, but they are said by the state that they share.
TEST(Caveats, StateOfLibcIsNoMemory) {
  RunText run;
  run.Threads(2).Write(1, 10, kX);
  Suspect(run, abi::Suspicion::kState).Write(2, 11, kX);
  Suspect(run, abi::Suspicion::kState);
  RaceDetector races;
  races.Analyse(run.Trace());
  EXPECT_THAT(races.pairs(), IsEmpty());
  EXPECT_EQ(races.racing().size(), 1u);
  EXPECT_THAT(SentencesOf(run.Trace()), IsEmpty());
}

// An atomic variable that was handed to such a function still orders what it ordered before.
TEST(Caveats, ASuspectedWriteOrdersNothingAnew) {
  RunText run;
  run.Threads(2).Write(1, 10, kY).Store(1, 11, kX, std::memory_order_release).Write(1, 12, kX);
  Suspect(run, abi::Suspicion::kPointer).Load(2, 13, kX, std::memory_order_acquire).Read(2, 14, kY);
  RaceDetector races;
  races.Analyse(run.Trace());
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST(Caveats, AWeakExchangeThatIsTriedOnceIsSaid) {
  RunText run;
  run.Threads(1);
  AddHidden(run, 1, abi::kWeakExchange, true);
  EXPECT_THAT(SentencesOf(run.Trace()), ElementsAre(HasSubstr("compare_exchange_weak")));
}

TEST(Caveats, MemoryOfAFileIsSaidIfOneThreadHasIt) {
  RunText run;
  AddHidden(run, 0, abi::kFileMemory, true);
  EXPECT_THAT(SentencesOf(run.Trace()), ElementsAre(HasSubstr("mapped from a file")));
}

TEST(HappensBeforeAnnotations, OrderWhatWasPublishedBeforeWhatAwaits) {
  RunText run;
  run.Threads(2)
      .Write(1, 10, kX)
      .Annotate(1, abi::Annotation::kHappensBefore, kY)
      .Annotate(2, abi::Annotation::kHappensAfter, kY);
  run.Write(2, 11, kX).Write(1, 12, kY);
  RaceDetector races;
  races.Analyse(run.Trace());
  EXPECT_THAT(races.pairs(), IsEmpty());
  run.Write(2, 13, kY);  // nothing orders what came after it was published
  races.Analyse(run.Trace());
  EXPECT_EQ(races.pairs().size(), 1u);
}

}  // namespace
}  // namespace reweave::detect
