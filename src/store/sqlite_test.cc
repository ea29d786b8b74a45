// What only a file can suffer.
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "store/testing.h"

namespace reweave::inline store {
namespace {

namespace fs = std::filesystem;

class SqliteStoreTest : public StoreTest {
 protected:
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
    return CheckHistories();
  }
};

TEST_F(SqliteStoreTest, ForeignNewerAndUnreadableFilesAreRefusedAndLeftAlone) {
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

TEST_F(SqliteStoreTest, DamagedPagesAreAnErrorNotAWrongAnswer) {
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

TEST_F(SqliteStoreTest, AFullStoreRefusesTheNextAndKeepsTheRest) {
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
TEST_F(SqliteStoreTest, AFullDiskLeavesTheStoreWhole) {
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

TEST_F(SqliteStoreTest, AWriterThatWaitsTooLongSaysSo) {
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
}  // namespace reweave::inline store
