#include "store/store.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace reweave {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
 protected:
  StoreTest() {
    std::string pattern = (fs::temp_directory_path() / "reweave-store-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    path_ = (directory_ / "deep" / "history.db").string();
  }
  ~StoreTest() override { fs::remove_all(directory_); }

  std::unique_ptr<Store> Open(const StoreOptions& options = {}) {
    auto store = OpenSqliteStore(path_, options);
    EXPECT_TRUE(store) << store.error().ToString();
    return store ? std::move(*store) : nullptr;
  }
  std::string OpenError(const std::string& path, const StoreOptions& options = {}) {
    auto store = OpenSqliteStore(path, options);
    return store ? "no error" : store.error().ToString();
  }
  void Write(const std::string& path, const std::string& bytes) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  void Sql(const char* sql) {
    fs::create_directories(fs::path(path_).parent_path());
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
    char* message = nullptr;
    ASSERT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, &message), SQLITE_OK) << message;
    sqlite3_close(db);
  }
  // Every page, every history as it was put; how many there are.
  std::size_t CheckWhole() {
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
    std::string answer;
    sqlite3_exec(
        db, "PRAGMA integrity_check",
        [](void* out, int, char** text, char**) {
          *static_cast<std::string*>(out) += text[0];
          return 0;
        },
        &answer, nullptr);
    EXPECT_EQ(answer, "ok");
    sqlite3_close(db);
    std::size_t count = 0;
    auto store = Open();
    const auto builds = store->Builds();
    EXPECT_TRUE(builds);
    for (const auto& build : *builds) {
      const auto all = store->ForEachTest(build.key, [&](TestHistory h) -> Result<void> {
        EXPECT_EQ(h, History(h.build, h.test, h.recorded));
        ++count;
        return {};
      });
      EXPECT_TRUE(all) << all.error().ToString();
    }
    return count;
  }

  static TestHistory History(const std::string& build, const std::string& test, std::int64_t at) {
    TestHistory h;
    h.build = build;
    h.test = test;
    h.recorded = at;
    h.seconds = 0.25;
    h.verdict = "passed";
    ModuleCoverage module{.name = "t", .key = "k" + build, .threads = {}, .flaky = {7}};
    for (std::uint32_t thread = 0; thread < 3; ++thread) {
      ThreadCoverage coverage{.process = thread / 2, .thread = thread, .blocks = {}};
      for (std::uint32_t block = thread; block < 500; block += 1 + block % 3 + static_cast<std::uint32_t>(test.size()))
        coverage.blocks.push_back(block);
      module.threads.push_back(coverage);
    }
    h.modules = {module};
    return h;
  }
  static BlockTable Blocks(const std::string& build) {
    return {.key = "k" + build,
            .name = "t",
            .functions = {{"_Z1fv", "f()", "f.cc", "00ff", 1, {3, 5, 4}}, {"_Z1gv", "g()", "f.cc", "01", 10, {9}}}};
  }

  fs::path directory_;
  std::string path_;
};

TEST_F(StoreTest, WhatIsPutComesBack) {
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

TEST_F(StoreTest, BlocksAreFoundByNumber) {
  const BlockTable table = Blocks("b");
  EXPECT_EQ(table.Find(0), nullptr);
  EXPECT_EQ(table.Find(1)->pretty, "f()");
  EXPECT_EQ(table.Find(3)->pretty, "f()");
  EXPECT_EQ(table.Find(4), nullptr);
  EXPECT_EQ(table.Find(10)->pretty, "g()");
  EXPECT_EQ(table.Find(11), nullptr);
}

TEST_F(StoreTest, AnyChangedByteOfAHistoryIsNoticed) {
  const std::string good = EncodeCoverage(History("b", "t", 1).modules);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x41);
    const auto modules = DecodeCoverage(bad);
    EXPECT_TRUE(!modules || *modules == History("b", "t", 1).modules) << i;  // a bit of the frame header may mean nothing
    EXPECT_FALSE(DecodeCoverage(good.substr(0, i))) << i;
  }
}

TEST_F(StoreTest, CollectsByAgeThenBySize) {
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
  EXPECT_EQ(CheckWhole(), 120u);
}

TEST_F(StoreTest, ForeignNewerAndUnreadableFilesAreRefusedAndLeftAlone) {
  EXPECT_NE(OpenError(path_, {.create = false}).find("cannot use the history store"), std::string::npos);
  EXPECT_FALSE(fs::exists(path_));
  const std::string text(5000, 'x');
  Write(path_, text);
  EXPECT_NE(OpenError(path_).find("not a store of Reweave"), std::string::npos) << OpenError(path_);
  std::ifstream in(path_, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), text);
  EXPECT_NE(OpenError(directory_.string()).find("it is a directory"), std::string::npos);
  EXPECT_NE(OpenError("/proc/nowhere/history.db").find("cannot make the directory"), std::string::npos)
      << OpenError("/proc/nowhere/history.db");
  fs::remove(path_);
  Sql("CREATE TABLE contacts(name)");
  EXPECT_NE(OpenError(path_).find("a database of another program"), std::string::npos) << OpenError(path_);
  fs::remove(path_);
  Open();
  Sql("PRAGMA user_version=99");
  EXPECT_NE(OpenError(path_).find("later version (schema 99"), std::string::npos) << OpenError(path_);
}

TEST_F(StoreTest, DamagedPagesAreAnErrorNotAWrongAnswer) {
  {
    auto store = Open();
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(store->PutTest(History("b", "test" + std::to_string(i), 1), "./t"));
  }
  Sql("PRAGMA wal_checkpoint(TRUNCATE)");
  const auto size = fs::file_size(path_);
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  for (std::uintmax_t at = 4096 + 100; at < size; at += 4096) {
    file.seekp(static_cast<std::streamoff>(at));
    file << std::string(2000, '\xa5');
  }
  file.close();
  const auto store = OpenSqliteStore(path_);
  if (!store) return;  // refused at once: good as well
  std::size_t read = 0;
  const auto all = (*store)->ForEachTest("b", [&](TestHistory h) -> Result<void> {
    EXPECT_EQ(h, History("b", h.test, 1));
    ++read;
    return {};
  });
  EXPECT_FALSE(all && read == 200);
}

TEST_F(StoreTest, AFullStoreRefusesTheNextAndKeepsTheRest) {
  auto store = Open({.create = true, .busy_timeout = std::chrono::seconds(5), .max_bytes = 200'000});
  std::size_t kept = 0;
  std::string error;
  for (int i = 0; i < 5000 && error.empty(); ++i) {
    const auto put = store->PutTest(History("b", "test" + std::to_string(i), 1), "./t");
    if (put) ++kept;
    else error = put.error().ToString();
  }
  EXPECT_NE(error.find("no room left"), std::string::npos) << error;
  EXPECT_NE(error.find("history gc"), std::string::npos);
  store.reset();
  EXPECT_EQ(CheckWhole(), kept);
}

// What a full disk looks like to a process: writes fail.
TEST_F(StoreTest, AFullDiskLeavesTheStoreWhole) {
  Open();
  int counts[2];
  ASSERT_EQ(pipe(counts), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{300'000, 300'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto store = OpenSqliteStore(path_);
    std::size_t kept = 0;
    bool failed = false;
    for (int i = 0; store && i < 5000 && !failed; ++i) {
      const auto put = (*store)->PutTest(History("b", "test" + std::to_string(i), 1), "./t");
      if (put) ++kept;
      else failed = true;
    }
    (void)!write(counts[1], &kept, sizeof kept);
    _exit(failed ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  std::size_t kept = 0;
  ASSERT_EQ(read(counts[0], &kept, sizeof kept), static_cast<ssize_t>(sizeof kept));
  EXPECT_GT(kept, 0u);
  EXPECT_EQ(CheckWhole(), kept);
}

TEST_F(StoreTest, TwoProcessesWriteAtOnce) {
  constexpr int kEach = 150;
  pid_t children[2];
  for (int c = 0; c < 2; ++c) {
    children[c] = fork();
    ASSERT_GE(children[c], 0);
    if (children[c] != 0) continue;
    auto store = OpenSqliteStore(path_);  // both find nothing there and make it
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
  EXPECT_EQ(CheckWhole(), 2u * kEach);
}

TEST_F(StoreTest, KilledInTheMiddleItHasAllThatWasAnswered) {
  Open();
  for (int round = 0; round < 6; ++round) {
    int done[2];
    ASSERT_EQ(pipe(done), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      auto store = OpenSqliteStore(path_);
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
  CheckWhole();
}

TEST_F(StoreTest, AWriterThatWaitsTooLongSaysSo) {
  auto store = Open({.create = true, .busy_timeout = std::chrono::milliseconds(50)});
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  const auto put = store->PutTest(History("b", "t", 1), "./t");
  ASSERT_FALSE(put);
  EXPECT_NE(put.error().ToString().find("another process"), std::string::npos) << put.error().ToString();
  sqlite3_close(other);
  EXPECT_TRUE(store->PutTest(History("b", "t", 1), "./t"));
}

}  // namespace
}  // namespace reweave
