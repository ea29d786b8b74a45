// What every store promises, SQLite and PostgreSQL alike.
#include "store/store.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "store/testing.h"
#include "store/testing/postgres_server.h"

namespace reweave::inline store {
namespace {

class EveryStore : public StoreTest, public testing::WithParamInterface<const char*> {
 protected:
  EveryStore() {
    if (std::string_view(GetParam()) == "PostgreSQL") path_ = PostgresServer::NewDatabase();
  }
};
INSTANTIATE_TEST_SUITE_P(Store, EveryStore, testing::Values("SQLite", "PostgreSQL"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(EveryStore, WhatIsPutComesBack) {
  {
    auto store = Open();
    TestHistory bad = History("b1", "crashes", 5);
    bad.complete = false;
    bad.reason = "killed by SIGSEGV";
    bad.verdict = "failed";
    ASSERT_TRUE(store->PutTest(bad, "./t"));
    ASSERT_TRUE(store->PutTest(History("b1", "a", 6), "./t"));
    ASSERT_TRUE(store->PutTest(History("b2", "a", 7), "./t2"));
    ASSERT_TRUE(store->PutBlocks(Blocks("b1")));
    ASSERT_TRUE(store->PutBlocks(Blocks("b1")));
    ASSERT_TRUE(store->Confirm({"b2", "x|y", "a", "seed 1", 3}));
    ASSERT_TRUE(store->Confirm({"b2", "x|y", "b", "seed 2", 4}));
    EXPECT_EQ(**store->FindTest("b1", "crashes"), bad);
  }
  auto store = Open({.create = false});
  EXPECT_EQ(**store->FindTest("b1", "a"), History("b1", "a", 6));
  EXPECT_EQ(*store->FindTest("b1", "none"), std::nullopt);
  EXPECT_EQ(**store->FindBlocks("kb1"), Blocks("b1"));
  EXPECT_EQ(*store->FindBlocks("kb9"), std::nullopt);
  const auto builds = *store->Builds();
  ASSERT_EQ(builds.size(), 2u);
  EXPECT_EQ(builds[0].key, "b2");
  EXPECT_EQ(builds[1].tests, 2u);
  EXPECT_EQ(builds[1].incomplete, 1u);
  EXPECT_EQ(builds[1].failed, 1u);
  EXPECT_EQ(*store->LastVerdict("a"), "passed");
  EXPECT_EQ(*store->LastVerdict("none"), std::nullopt);
  ASSERT_TRUE(store->PutTest(History("b1", "crashes", 9), "./t"));
  EXPECT_TRUE((*store->FindTest("b1", "crashes"))->complete);
  const auto confirmed = *store->Confirmed("b2");
  ASSERT_EQ(confirmed.size(), 1u);
  EXPECT_EQ(confirmed[0], (ConfirmedPair{"b2", "x|y", "a", "seed 1", 3}));
}

TEST_P(EveryStore, TheTimeOfATestIsThatOfItsLastRecording) {
  auto store = Open();
  EXPECT_TRUE(store->TestSeconds()->empty());
  TestHistory h = History("b1", "a", 5);
  ASSERT_TRUE(store->PutTest(h, "./t"));
  h.build = "b0", h.recorded = 9, h.seconds = 2.5;
  ASSERT_TRUE(store->PutTest(h, "./t"));
  h.build = "b2", h.recorded = 7, h.seconds = 1;
  ASSERT_TRUE(store->PutTest(h, "./t"));
  ASSERT_TRUE(store->PutTest(History("b1", "c", 5), "./t"));
  EXPECT_EQ(*store->TestSeconds(), (std::map<std::string, double>{{"a", 2.5}, {"c", 0.25}}));
}

TEST_P(EveryStore, WhoAsksFirstDecides) {
  auto store = Open(), other = Open();
  const std::string bytes("x\0\xff", 3);
  EXPECT_EQ(*store->Agree("k", bytes), bytes);
  EXPECT_EQ(*other->Agree("k", "later"), bytes);
  EXPECT_EQ(*other->Agree("another", "12"), "12");
}

TEST_P(EveryStore, CollectsByAgeThenBySize) {
  auto store = Open();
  for (int build = 1; build <= 4; ++build)
    for (int test = 0; test < 120; ++test)
      ASSERT_TRUE(store->PutTest(History("b" + std::to_string(build), "t" + std::to_string(test), build * 100), "./t"));
  ASSERT_TRUE(store->PutBlocks(Blocks("b1")));
  ASSERT_TRUE(store->PutBlocks(Blocks("b4")));
  const auto plan = store->Collect({.older_than = std::chrono::seconds(250), .max_bytes = {}, .now = 400, .dry_run = true});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->removed.size(), 1u);
  EXPECT_EQ(store->Builds()->size(), 4u);
  const auto aged = store->Collect({.older_than = std::chrono::seconds(250), .max_bytes = {}, .now = 400});
  ASSERT_TRUE(aged) << aged.error().ToString();
  ASSERT_EQ(aged->removed.size(), 1u);
  EXPECT_EQ(aged->removed[0].key, "b1");
  EXPECT_LT(aged->bytes_after, aged->bytes_before);
  EXPECT_EQ(*store->FindBlocks("kb1"), std::nullopt);
  EXPECT_TRUE(store->FindBlocks("kb4")->has_value());
  const std::uint64_t one = store->Builds()->front().bytes;
  const auto sized = store->Collect({.older_than = {}, .max_bytes = one + one / 2, .now = 400});
  ASSERT_TRUE(sized);
  EXPECT_EQ(sized->removed.size(), 2u);
  EXPECT_EQ(store->Builds()->front().key, "b4");
  EXPECT_EQ(CheckHistories(), 120u);
}

TEST_P(EveryStore, TwoProcessesWriteAtOnce) {
  constexpr int kEach = 150;
  pid_t children[2];
  for (int c = 0; c < 2; ++c) {
    children[c] = fork();
    ASSERT_GE(children[c], 0);
    if (children[c] != 0) continue;
    auto store = OpenStore(path_);  // both find nothing there and make it
    if (!store) _exit(2);
    for (int i = 0; i < kEach; ++i)
      if (!(*store)->PutTest(History(c == 0 ? "b0" : "b1", "test" + std::to_string(i), 1), "./t")) _exit(3);
    _exit(0);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(CheckHistories(), 2u * kEach);
}

TEST_P(EveryStore, KilledInTheMiddleItHasAllThatWasAnswered) {
  Open();
  for (int round = 0; round < 6; ++round) {
    int done[2];
    ASSERT_EQ(pipe(done), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      auto store = OpenStore(path_);
      if (!store) _exit(2);
      for (int i = 0;; ++i) {
        if (!(*store)->PutTest(History("b" + std::to_string(round), "test" + std::to_string(i), 1), "./t")) _exit(3);
        (void)!write(done[1], "x", 1);
      }
    }
    close(done[1]);
    char x = 0;
    for (int i = 0; i < 5 + round * 7; ++i) ASSERT_EQ(read(done[0], &x, 1), 1);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    std::size_t answered = 5 + static_cast<std::size_t>(round) * 7;
    while (read(done[0], &x, 1) == 1) ++answered;
    close(done[0]);
    auto store = Open();
    std::size_t found = 0;
    ASSERT_TRUE(store->ForEachTest("b" + std::to_string(round), [&](TestHistory) -> Result<void> {
      ++found;
      return {};
    }));
    EXPECT_GE(found, answered);
    EXPECT_LE(found, answered + 1);
  }
  CheckHistories();
}

TEST_P(EveryStore, AnyBytesMayBeInNames) {
  auto store = Open();
  TestHistory odd = History("b", "it's \"\xff\xfe\" % ? $1 \\x", 1);
  odd.reason = "killed \x80 by \n SIGSEGV";
  ASSERT_TRUE(store->PutTest(odd, "./a b\xc3"));
  const auto found = store->FindTest("b", odd.test);
  ASSERT_TRUE(found) << found.error().ToString();
  EXPECT_EQ(**found, odd);
  EXPECT_EQ(store->Builds()->front().name, "./a b\xc3");
}

TEST_P(EveryStore, ALargeSuiteComesInOrderAndTheVisitorMayAsk) {
  auto store = Open();
  for (int i = 0; i < 600; ++i) ASSERT_TRUE(store->PutTest(History("b", std::to_string(i), 1), "./t"));
  std::string last;
  std::size_t count = 0;
  const auto all = store->ForEachTest("b", [&](TestHistory h) -> Result<void> {
    EXPECT_LT(last, h.test);
    last = h.test;
    ++count;
    RW_ASSIGN(const auto again, store->FindTest("b", h.test));
    EXPECT_TRUE(again.has_value());
    return {};
  });
  ASSERT_TRUE(all) << all.error().ToString();
  EXPECT_EQ(count, 600u);
}

TEST_P(EveryStore, CollectingWhileOthersWriteLosesNothingNew) {
  Open();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto store = OpenStore(path_);
    for (int i = 0; store && i < 200; ++i)
      if (!(*store)->PutTest(History("new", "test" + std::to_string(i), 1000), "./t")) _exit(3);
    _exit(store ? 0 : 2);
  }
  auto store = Open();
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(store->PutTest(History("old" + std::to_string(i), "t", 1), "./t"));
    const auto result = store->Collect({.older_than = std::chrono::seconds(500), .max_bytes = {}, .now = 1000});
    ASSERT_TRUE(result) << result.error().ToString();
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(CheckHistories(), 200u);
}

TEST(History, BlocksAreFoundByNumber) {
  const BlockTable table = Blocks("b");
  EXPECT_EQ(table.Find(0), nullptr);
  EXPECT_EQ(table.Find(1)->pretty, "f()");
  EXPECT_EQ(table.Find(3)->pretty, "f()");
  EXPECT_EQ(table.Find(4), nullptr);
  EXPECT_EQ(table.Find(10)->pretty, "g()");
  EXPECT_EQ(table.Find(11), nullptr);
}

TEST(History, AnyChangedByteOfAHistoryIsNoticed) {
  const std::string good = EncodeCoverage(History("b", "t", 1).modules);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x41);
    const auto modules = DecodeCoverage(bad);
    EXPECT_TRUE(!modules || *modules == History("b", "t", 1).modules) << i;  // a bit of the frame header may mean nothing
    EXPECT_FALSE(DecodeCoverage(good.substr(0, i))) << i;
  }
}

}  // namespace
}  // namespace reweave::inline store
