#include "trace/trace.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstring>

#include "base/rng.h"
#include "trace/file.h"
#include "trace/testing.h"

namespace reweave::inline trace {
namespace {

using abi::EndKind;
using abi::Event;
using abi::EventKind;

TEST(ThreadSet, HoldsMoreThanOneWord) {
  ThreadSet set;
  for (const unsigned tid : {0u, 63u, 64u, 500u}) set.Insert(tid);
  EXPECT_EQ(set.size(), 4u);
  EXPECT_TRUE(set.contains(500) && !set.contains(499));
  std::vector<unsigned> seen;
  set.ForEach([&](unsigned tid) { seen.push_back(tid); });
  EXPECT_EQ(seen, (std::vector<unsigned>{0, 63, 64, 500}));
  set.Erase(500);
  ThreadSet other;
  for (const unsigned tid : {0u, 63u, 64u}) other.Insert(tid);
  EXPECT_EQ(set, other);
}

TEST(Trace, WalkerGivesTheSetsInForceBeforeEachPoint) {
  TraceBuilder build;
  build.Enabled({0, 1})
      .Point(0, EventKind::kLock, 3)
      .Enabled({1})
      .PassedOver({2})
      .Add(1, EventKind::kRead, 1)
      .Point(1, EventKind::kUnlock, 2);
  const Trace trace = build.End(EndKind::kPass);
  PointWalker walk(trace);
  ASSERT_TRUE(walk.Next());
  EXPECT_EQ(walk.event().ordinal, 3u);
  EXPECT_TRUE(walk.enabled().contains(0) && walk.enabled().contains(1));
  ASSERT_TRUE(walk.Next());
  EXPECT_EQ(walk.event().kind, EventKind::kUnlock);
  EXPECT_EQ(walk.enabled().size(), 1u);
  EXPECT_TRUE(walk.passed_over().contains(2));
  EXPECT_FALSE(walk.Next());
}

TEST(Trace, WalkerTellsOutcomesOfTheOperationTheyWereAnnouncedFor) {
  TraceBuilder build;
  build.Enabled({0, 1})
      .Outcomes(1, 0b11)
      .Point(0, EventKind::kLock, 1)
      .Point(1, EventKind::kWaitEnd, 4)
      .Point(1, EventKind::kLock, 5);
  const Trace trace = build.End(EndKind::kPass);
  std::vector<std::uint64_t> outcomes;
  for (PointWalker walk(trace); walk.Next();) outcomes.push_back(walk.outcomes());
  EXPECT_EQ(outcomes, (std::vector<std::uint64_t>{0, 0b11, 0}));
}

TEST(Trace, SummaryNamesThreadsByPathAndCollectsText) {
  TraceBuilder build;
  build.Thread(1, 0, 1).Thread(2, 1, 1).Thread(3, 0, 2).Text(abi::TextStream::kStdout, "hello ").Point(2, EventKind::kBegin, 1);
  build.Text(abi::TextStream::kStdout, std::string(100, 'x'))
      .Pending(2, EventKind::kLock, 9)
      .Text(abi::TextStream::kMessage, "it broke");
  const Summary summary = Summarize(build.End(EndKind::kAssert, 2));
  EXPECT_EQ(summary.PathOf(1), "0.1");
  EXPECT_EQ(summary.PathOf(2), "0.1.1");
  EXPECT_EQ(summary.PathOf(3), "0.2");
  EXPECT_EQ(summary.PathOf(77), "?");
  EXPECT_EQ(summary.output, "hello " + std::string(100, 'x'));
  EXPECT_EQ(summary.message, "it broke");
  ASSERT_TRUE(summary.threads[2].pending);
  EXPECT_EQ(summary.threads[2].pending->ordinal, 9u);
}

TEST(Trace, PathsComeFromCreateEventsWhereThreadsWereNotAnnounced) {
  TraceBuilder build;
  build.Create(0, 1, 2).Create(1, 2, 2).Create(0, 3, 3);
  const Summary summary = Summarize(build.End(EndKind::kPass));
  EXPECT_EQ(summary.PathOf(2), "0.1.1");
  EXPECT_EQ(summary.PathOf(3), "0.2");
}

TEST(Trace, ModulesAndSiteRanges) {
  TraceBuilder build;
  build.Module(0, "/bin/a-program-with-a-long-name").Sites(0, abi::SiteClass::kCall, 17, 5);
  const auto modules = ModulesOf(build.End(EndKind::kPass));
  ASSERT_EQ(modules.size(), 1u);
  EXPECT_EQ(modules[0].path, "/bin/a-program-with-a-long-name");
  EXPECT_EQ(modules[0].sites[1].first, 17u);
  EXPECT_EQ(modules[0].sites[1].count, 5u);
}

// --- Files -----------------------------------------------------------------------------------------------------------

Trace RandomTrace(std::uint64_t seed, std::size_t events) {
  Rng rng(seed);
  TraceBuilder build;
  for (std::size_t i = 0; i < events; ++i) {
    Event event{};
    event.kind = static_cast<EventKind>(1 + rng.Below(40));
    event.tid = static_cast<std::uint16_t>(rng.Below(5));
    event.obj = rng.Next();
    event.value = rng.Next();
    event.ordinal = static_cast<std::uint32_t>(i);
    build.Raw(event);
  }
  Trace trace = build.End(EndKind::kDeadlock);
  auto preamble = std::make_shared<Preamble>();
  preamble->events.assign(trace.events.begin(), trace.events.begin() + static_cast<std::ptrdiff_t>(events / 4));
  if (rng.Below(4) != 0) trace.preamble = preamble;
  return trace;
}

bool SameEvents(const std::vector<Event>& a, const std::vector<Event>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Event)) == 0);
}

TEST(TraceFile, RoundTrip) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed, const std::string& word, std::uint64_t number) {
    const TraceInfo info{
        .command = {"./t", word}, .build_key = "b", .tool_version = "1", .isolation = "rewind", .strategy = word, .seed = number};
    const Trace trace = RandomTrace(seed, 1 + seed % 300);
    const auto file = DecodeTrace(EncodeTrace(info, trace), "x");
    RC_ASSERT(file.has_value());
    RC_ASSERT(file->info == info);
    RC_ASSERT(SameEvents(file->trace.events, trace.events));
    RC_ASSERT((file->trace.preamble == nullptr) == (trace.preamble == nullptr));
    if (trace.preamble) RC_ASSERT(SameEvents(file->trace.preamble->events, trace.preamble->events));
  }));
}

TEST(TraceFile, AnyChangeIsRefusedWithItsByte) {
  const std::string good = EncodeTrace({}, RandomTrace(7, 200));
  EXPECT_TRUE(rc::check([&](std::uint32_t where, std::uint8_t change) {
    std::string bad = good;
    RC_PRE(change != 0);
    const std::size_t at = where % good.size();
    RC_PRE(at < 12 || at >= 16);  // reserved bytes of the file header
    bad[at] = static_cast<char>(bad[at] ^ change);
    const auto file = DecodeTrace(bad, "x");
    RC_ASSERT(!file);
    RC_ASSERT(file.error().category() == ErrorCategory::kUsage);
    RC_ASSERT(file.error().why().starts_with("byte "));
  }));
}

TEST(TraceFile, EveryPrefixIsRefused) {
  const std::string good = EncodeTrace({}, RandomTrace(3, 50));
  for (std::size_t n = 0; n < good.size(); ++n) EXPECT_FALSE(DecodeTrace(good.substr(0, n), "x")) << n;
  EXPECT_FALSE(DecodeTrace(good + "x", "x"));
}

TEST(TraceFile, RandomBytesAreRefused) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) { RC_ASSERT(!DecodeTrace("RWTRACE\n\1\0\0\0\0\0\0\0" + bytes, "x")); }));
}

TEST(TraceFile, SalvageUsesThePrefixAndAddsAnEnd) {
  const Trace trace = RandomTrace(9, 150'000);  // several chunks
  const std::string good = EncodeTrace({}, trace);
  const auto file = DecodeTrace(good.substr(0, good.size() * 3 / 4), "x", true);
  ASSERT_TRUE(file) << file.error().ToString();
  EXPECT_EQ(file->trace.end_kind(), EndKind::kLost);
  EXPECT_GT(file->trace.events.size(), 1000u);
  EXPECT_LT(file->trace.events.size(), trace.events.size());
  EXPECT_TRUE(file->problem.starts_with("byte "));
  EXPECT_FALSE(DecodeTrace(good.substr(0, 40), "x", true));
}

}  // namespace
}  // namespace reweave::inline trace
