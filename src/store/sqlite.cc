#include "store/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>

namespace reweave::inline store {

namespace {

// The file says what it is (application_id) and how its tables look (user_version): another program's database and a later
// version's store are refused before anything is written.
constexpr std::int64_t kApplicationId = 0x52575653;  // "RWVS"

constexpr char kCreateInSqlite[] = R"sql(
CREATE TABLE build(key TEXT PRIMARY KEY, name TEXT NOT NULL, recorded INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE module(key TEXT PRIMARY KEY, blocks BLOB NOT NULL);
CREATE TABLE history(build TEXT NOT NULL, test TEXT NOT NULL, recorded INTEGER NOT NULL, seconds REAL NOT NULL, runs INTEGER NOT NULL,
  controlled INTEGER NOT NULL, complete INTEGER NOT NULL, reason TEXT NOT NULL, verdict TEXT NOT NULL, coverage BLOB NOT NULL,
  PRIMARY KEY(build, test));
CREATE INDEX history_test ON history(test, recorded);
CREATE TABLE uses(build TEXT NOT NULL, module TEXT NOT NULL, PRIMARY KEY(build, module)) WITHOUT ROWID;
CREATE TABLE confirmed(build TEXT NOT NULL, pair TEXT NOT NULL, test TEXT NOT NULL, detail TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY(build, pair)) WITHOUT ROWID;
)sql";

class SqliteDatabase;

class SqliteStatement : public Statement {
 public:
  SqliteStatement(const SqliteDatabase& database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
  SqliteStatement(const SqliteStatement&) = delete;
  ~SqliteStatement() override { sqlite3_finalize(statement_); }

  Statement& Bind(std::string_view text) override {
    sqlite3_bind_text64(statement_, ++bound_, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
    return *this;
  }
  Statement& Bind(std::int64_t value) override {
    sqlite3_bind_int64(statement_, ++bound_, value);
    return *this;
  }
  Statement& Bind(double value) override {
    sqlite3_bind_double(statement_, ++bound_, value);
    return *this;
  }
  Statement& BindBlob(std::string_view bytes) override {
    sqlite3_bind_blob64(statement_, ++bound_, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(), SQLITE_TRANSIENT);
    return *this;
  }
  Result<bool> Step() override;

  std::string Text() override {
    const auto* text = sqlite3_column_text(statement_, column_);
    const int bytes = sqlite3_column_bytes(statement_, column_++);
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text), static_cast<std::size_t>(bytes));
  }
  std::string Blob() override {
    const void* data = sqlite3_column_blob(statement_, column_);
    const int bytes = sqlite3_column_bytes(statement_, column_++);
    return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), static_cast<std::size_t>(bytes));
  }
  std::int64_t Int() override { return sqlite3_column_int64(statement_, column_++); }
  double Real() override { return sqlite3_column_double(statement_, column_++); }

 private:
  const SqliteDatabase& database_;
  sqlite3_stmt* statement_;
  int bound_ = 0, column_ = 0;
};

class SqliteDatabase : public Database {
 public:
  explicit SqliteDatabase(std::string path) : path_(std::move(path)) {}
  ~SqliteDatabase() override { sqlite3_close(handle_); }
  SqliteDatabase(const SqliteDatabase&) = delete;

  Result<void> Open(const StoreOptions& options) {
    const int flags = SQLITE_OPEN_READWRITE | (options.create ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX;
    if (const int code = sqlite3_open_v2(path_.c_str(), &handle_, flags, nullptr); code != SQLITE_OK)
      return std::unexpected(Problem(code));
    sqlite3_extended_result_codes(handle_, 1);
    sqlite3_busy_timeout(handle_, static_cast<int>(options.busy_timeout.count()));
    RW_TRY(CheckTables());
    // Readers go on while one writes, and a killed writer leaves a log that the next one finishes or drops.
    RW_TRY(Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=OFF"));
    if (options.max_bytes == 0) return {};
    RW_ASSIGN(const std::int64_t page, Number("PRAGMA page_size"));
    const auto pages = std::max<std::uint64_t>(options.max_bytes / static_cast<std::uint64_t>(page), 1);
    return Execute(fmt::format("PRAGMA max_page_count={}", pages));
  }

  const std::string& name() const override { return path_; }

  Result<void> CheckTables() override {
    RW_ASSIGN(const bool empty, Empty());
    if (empty) RW_TRY(CreateTables());
    RW_ASSIGN(const std::int64_t application, Number("PRAGMA application_id"));
    RW_ASSIGN(const std::int64_t schema, Number("PRAGMA user_version"));
    if (application != kApplicationId)
      return Fail(ErrorCategory::kUsage, "cannot use the history store", path_, "it is a database of another program",
                  "name another file by --store");
    if (schema > kStoreSchema) return std::unexpected(LaterVersion(path_, schema));
    return {};
  }

  Result<std::unique_ptr<Statement>> Prepare(std::string_view sql) override {
    sqlite3_stmt* statement = nullptr;
    if (const int code = sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
        code != SQLITE_OK)
      return std::unexpected(Problem(code));
    return std::make_unique<SqliteStatement>(*this, statement);
  }

  Result<void> Execute(const std::string& sql) override {
    if (const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr); code != SQLITE_OK)
      return std::unexpected(Problem(code));
    return {};
  }

  Result<void> Begin(bool) override { return Execute("BEGIN IMMEDIATE"); }

  const char* NowSql() const override { return "CAST((julianday('now')-2440587.5)*86400000 AS INTEGER)"; }
  const char* SkipLocked() const override { return ""; }  // there is one writer at a time

  Result<std::uint64_t> Size() override {
    RW_ASSIGN(const std::int64_t pages, Number("PRAGMA page_count"));
    RW_ASSIGN(const std::int64_t page, Number("PRAGMA page_size"));
    return static_cast<std::uint64_t>(pages * page);
  }

  Result<void> Shrink() override { return Execute("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)"); }

  // What SQLite says went wrong, with what to do about it.
  Error Problem(int code) const;

 private:
  Result<bool> Empty() {
    RW_ASSIGN(const std::int64_t application, Number("PRAGMA application_id"));
    RW_ASSIGN(const std::int64_t tables, Number("SELECT count(*) FROM sqlite_master"));
    return application == 0 && tables == 0;
  }

  // Two processes may find it empty at once: the second sees the first one's tables once it has the lock.
  Result<void> CreateTables() {
    RW_TRY(Execute("PRAGMA auto_vacuum=INCREMENTAL"));
    RW_ASSIGN(Transaction transaction, Transaction::Begin(*this));
    RW_ASSIGN(const bool empty, Empty());
    if (empty) {
      RW_TRY(Execute(kCreateInSqlite));
      RW_TRY(Execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId, kStoreSchema)));
    }
    return transaction.Commit();
  }

  std::string path_;
  sqlite3* handle_ = nullptr;
};

Result<bool> SqliteStatement::Step() {
  column_ = 0;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return std::unexpected(database_.Problem(code));
}

Error SqliteDatabase::Problem(int code) const {
  std::string why = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code), hint;
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      why = "another process has been writing to it for too long";
      hint = "try again when it is done";
      break;
    case SQLITE_FULL:
      why = "there is no room left";
      hint = "make room on the disk or run 'reweave history gc'; nothing was changed";
      break;
    case SQLITE_IOERR:
      if (handle_ != nullptr) why = fmt::format("{} ({})", why, ErrnoText(sqlite3_system_errno(handle_)));
      hint = "is the disk full? nothing was changed";
      break;
    case SQLITE_NOTADB:
      why = "it is not a store of Reweave";
      hint = "name another file by --store";
      break;
    case SQLITE_CORRUPT:
      why = "it is damaged: " + why;
      hint = "move it away and record again";
      break;
    case SQLITE_CANTOPEN:
      if (handle_ != nullptr && sqlite3_system_errno(handle_) != 0) why = ErrnoText(sqlite3_system_errno(handle_));
      else why = "there is no such file, or it cannot be opened";
      hint = "record something first, or name another file by --store";
      break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      why = "it cannot be written";
      hint = "look at its permissions, or name another file by --store";
      break;
    default: break;
  }
  return Error(ErrorCategory::kUsage, "cannot use the history store", path_, std::move(why), std::move(hint));
}

}  // namespace

Result<std::unique_ptr<Database>> OpenSqlite(const std::string& path, const StoreOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error))
    return Fail(ErrorCategory::kUsage, "cannot use the history store", path, "it is a directory", "name a file by --store");
  if (const fs::path parent = fs::path(path).parent_path(); options.create && !parent.empty()) {
    fs::create_directories(parent, error);
    if (error)
      return Fail(ErrorCategory::kUsage, "cannot make the directory of the history store", parent.string(), error.message());
  }
  auto database = std::make_unique<SqliteDatabase>(path);
  RW_TRY(database->Open(options));
  return database;
}

}  // namespace reweave::inline store
