#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "store/sqlite.h"
#include "store/store.h"

namespace reweave {

namespace {

// The file says what it is (application_id) and how its tables look (user_version): another program's database and a later
// version's store are refused before anything is written.
constexpr std::int64_t kApplicationId = 0x52575653;  // "RWVS"
constexpr std::int64_t kSchema = 1;

constexpr char kCreate[] = R"sql(
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

constexpr char kColumns[] = "build, test, recorded, seconds, runs, controlled, complete, reason, verdict, coverage";

Result<TestHistory> ReadRow(Statement& row) {
  TestHistory out;
  out.build = row.Text();
  out.test = row.Text();
  out.recorded = row.Int();
  out.seconds = row.Real();
  out.runs = static_cast<std::uint32_t>(row.Int());
  out.controlled = row.Int() != 0;
  out.complete = row.Int() != 0;
  out.reason = row.Text();
  out.verdict = row.Text();
  auto modules = DecodeCoverage(row.Blob());
  if (!modules)
    return Fail(ErrorCategory::kUsage, modules.error().what(), out.test, modules.error().why(), modules.error().hint());
  out.modules = std::move(*modules);
  return out;
}

class SqliteStore : public Store {
 public:
  explicit SqliteStore(const std::string& path) : db_(path) {}

  Result<void> Open(const StoreOptions& options) {
    RW_TRY(db_.Open(options.create, static_cast<int>(options.busy_timeout.count())));
    RW_TRY(CheckIdentity());
    // Readers go on while one writes, and a killed writer leaves a log that the next one finishes or drops.
    RW_TRY(db_.Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=OFF"));
    if (options.max_bytes != 0) {
      RW_ASSIGN(const std::int64_t page, db_.Number("PRAGMA page_size"));
      const auto pages = std::max<std::uint64_t>(options.max_bytes / static_cast<std::uint64_t>(page), 1);
      RW_TRY(db_.Execute(fmt::format("PRAGMA max_page_count={}", pages).c_str()));
    }
    return {};
  }

  Result<void> PutBlocks(const BlockTable& table) override {
    RW_ASSIGN(Statement insert, db_.Prepare("INSERT OR IGNORE INTO module(key, blocks) VALUES(?, ?)"));
    return insert.Bind(table.key).BindBlob(EncodeBlockTable(table)).Run();
  }

  Result<std::optional<BlockTable>> FindBlocks(const std::string& key) override {
    RW_ASSIGN(Statement select, db_.Prepare("SELECT blocks FROM module WHERE key=?"));
    RW_ASSIGN(const bool row, select.Bind(key).Step());
    if (!row) return std::nullopt;
    RW_ASSIGN(BlockTable table, DecodeBlockTable(select.Blob()));
    return table;
  }

  Result<void> PutTest(const TestHistory& h, const std::string& name) override {
    RW_ASSIGN(Transaction transaction, Transaction::Begin(db_));
    RW_ASSIGN(Statement build,
              db_.Prepare("INSERT INTO build(key, name, recorded, used) VALUES(?1, ?2, ?3, ?3) ON CONFLICT(key) DO UPDATE "
                          "SET name=?2, recorded=max(recorded, ?3), used=max(used, ?3)"));
    RW_TRY(build.Bind(h.build).Bind(name).Bind(h.recorded).Run());
    RW_ASSIGN(Statement insert,
              db_.Prepare(fmt::format("INSERT OR REPLACE INTO history({}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", kColumns)));
    insert.Bind(h.build).Bind(h.test).Bind(h.recorded).Bind(h.seconds).Bind(static_cast<std::int64_t>(h.runs));
    insert.Bind(static_cast<std::int64_t>(h.controlled))
        .Bind(static_cast<std::int64_t>(h.complete))
        .Bind(h.reason)
        .Bind(h.verdict);
    RW_TRY(insert.BindBlob(EncodeCoverage(h.modules)).Run());
    for (const ModuleCoverage& module : h.modules) {
      RW_ASSIGN(Statement uses, db_.Prepare("INSERT OR IGNORE INTO uses(build, module) VALUES(?, ?)"));
      RW_TRY(uses.Bind(h.build).Bind(module.key).Run());
    }
    return transaction.Commit();
  }

  Result<std::optional<TestHistory>> FindTest(const std::string& build, const std::string& test) override {
    RW_ASSIGN(Statement select, db_.Prepare(fmt::format("SELECT {} FROM history WHERE build=? AND test=?", kColumns)));
    RW_ASSIGN(const bool row, select.Bind(build).Bind(test).Step());
    if (!row) return std::nullopt;
    RW_ASSIGN(TestHistory history, ReadRow(select));
    return history;
  }

  Result<void> ForEachTest(const std::string& build, const std::function<Result<void>(TestHistory)>& visit) override {
    RW_ASSIGN(Statement used, db_.Prepare("UPDATE build SET used=max(used, CAST(strftime('%s', 'now') AS INTEGER)) WHERE key=?"));
    RW_TRY(used.Bind(build).Run());
    RW_ASSIGN(Statement select, db_.Prepare(fmt::format("SELECT {} FROM history WHERE build=? ORDER BY test", kColumns)));
    select.Bind(build);
    for (;;) {
      RW_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      RW_ASSIGN(TestHistory history, ReadRow(select));
      RW_TRY(visit(std::move(history)));
    }
  }

  Result<std::optional<std::string>> LastVerdict(const std::string& test) override {
    RW_ASSIGN(Statement select, db_.Prepare("SELECT verdict FROM history WHERE test=? ORDER BY recorded DESC LIMIT 1"));
    RW_ASSIGN(const bool row, select.Bind(test).Step());
    if (!row) return std::nullopt;
    return select.Text();
  }

  Result<std::vector<BuildSummary>> Builds() override {
    RW_ASSIGN(Statement select, db_.Prepare("SELECT b.key, b.name, b.recorded, b.used, count(h.test), "
                                            "coalesce(sum(h.complete=0), 0), coalesce(sum(h.verdict='failed'), 0), "
                                            "coalesce(sum(length(h.coverage)+length(h.test)+100), 0) + (SELECT "
                                            "coalesce(sum(length(m.blocks)), 0) FROM uses u JOIN module m ON "
                                            "m.key=u.module WHERE u.build=b.key) FROM build b LEFT JOIN history h ON "
                                            "h.build=b.key GROUP BY b.key ORDER BY b.recorded DESC, b.key"));
    std::vector<BuildSummary> out;
    for (;;) {
      RW_ASSIGN(const bool row, select.Step());
      if (!row) return out;
      BuildSummary build;
      build.key = select.Text();
      build.name = select.Text();
      build.recorded = select.Int();
      build.used = select.Int();
      build.tests = static_cast<std::uint64_t>(select.Int());
      build.incomplete = static_cast<std::uint64_t>(select.Int());
      build.failed = static_cast<std::uint64_t>(select.Int());
      build.bytes = static_cast<std::uint64_t>(select.Int());
      out.push_back(std::move(build));
    }
  }

  Result<CollectResult> Collect(const CollectOptions& options) override {
    CollectResult result;
    RW_ASSIGN(result.bytes_before, Size());
    {
      // A writer between the choice and the removal must not lose what it adds: one transaction for both.
      RW_ASSIGN(Transaction transaction, Transaction::Begin(db_));
      RW_ASSIGN(std::vector<BuildSummary> builds, Builds());
      std::ranges::sort(builds, {}, [](const BuildSummary& b) { return std::pair(b.used, b.key); });
      std::uint64_t total = 0;
      for (const auto& build : builds) total += build.bytes;
      for (const auto& build : builds) {
        const bool old = options.older_than && options.now - build.used > options.older_than->count();
        const bool big = options.max_bytes && total > *options.max_bytes;
        if (!old && !big) continue;
        total -= build.bytes;
        result.removed.push_back(build);
        if (!options.dry_run) RW_TRY(Remove(build.key));
      }
      if (!options.dry_run) {
        RW_TRY(db_.Execute("DELETE FROM module WHERE key NOT IN (SELECT module FROM uses)"));
        RW_TRY(transaction.Commit());
      }
    }
    if (!options.dry_run && !result.removed.empty())
      RW_TRY(db_.Execute("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)"));
    RW_ASSIGN(result.bytes_after, Size());
    return result;
  }

  Result<void> Confirm(const ConfirmedPair& pair) override {
    RW_ASSIGN(Statement insert,
              db_.Prepare("INSERT OR IGNORE INTO confirmed(build, pair, test, detail, at) VALUES(?, ?, ?, ?, ?)"));
    return insert.Bind(pair.build).Bind(pair.pair).Bind(pair.test).Bind(pair.detail).Bind(pair.at).Run();
  }

  Result<std::vector<ConfirmedPair>> Confirmed(const std::string& build) override {
    RW_ASSIGN(Statement select, db_.Prepare("SELECT build, pair, test, detail, at FROM confirmed WHERE build=? ORDER BY pair"));
    select.Bind(build);
    std::vector<ConfirmedPair> out;
    for (;;) {
      RW_ASSIGN(const bool row, select.Step());
      if (!row) return out;
      ConfirmedPair pair;
      pair.build = select.Text();
      pair.pair = select.Text();
      pair.test = select.Text();
      pair.detail = select.Text();
      pair.at = select.Int();
      out.push_back(std::move(pair));
    }
  }

 private:
  Result<void> Remove(const std::string& build) {
    for (const char* sql : {"DELETE FROM history WHERE build=?", "DELETE FROM uses WHERE build=?",
                            "DELETE FROM confirmed WHERE build=?", "DELETE FROM build WHERE key=?"}) {
      RW_ASSIGN(Statement statement, db_.Prepare(sql));
      RW_TRY(statement.Bind(build).Run());
    }
    return {};
  }

  Result<std::uint64_t> Size() {
    RW_ASSIGN(const std::int64_t pages, db_.Number("PRAGMA page_count"));
    RW_ASSIGN(const std::int64_t page, db_.Number("PRAGMA page_size"));
    return static_cast<std::uint64_t>(pages * page);
  }

  Result<bool> Empty() {
    RW_ASSIGN(const std::int64_t application, db_.Number("PRAGMA application_id"));
    RW_ASSIGN(const std::int64_t tables, db_.Number("SELECT count(*) FROM sqlite_master"));
    return application == 0 && tables == 0;
  }

  Result<void> CheckIdentity() {
    RW_ASSIGN(const bool empty, Empty());
    if (empty) RW_TRY(CreateTables());
    RW_ASSIGN(const std::int64_t application, db_.Number("PRAGMA application_id"));
    RW_ASSIGN(const std::int64_t schema, db_.Number("PRAGMA user_version"));
    if (application != kApplicationId)
      return Fail(ErrorCategory::kUsage, "cannot use the history store", db_.path(), "it is a database of another program",
                  "name another file by --store");
    if (schema > kSchema)
      return Fail(ErrorCategory::kUsage, "cannot use the history store", db_.path(),
                  fmt::format("it was written by a later version (schema {}, this one knows {})", schema, kSchema),
                  "use that version, or name another file by --store");
    return {};
  }

  // Two processes may find it empty at once: the second sees the first one's tables once it has the lock.
  Result<void> CreateTables() {
    RW_TRY(db_.Execute("PRAGMA auto_vacuum=INCREMENTAL"));
    RW_ASSIGN(Transaction transaction, Transaction::Begin(db_));
    RW_ASSIGN(const bool empty, Empty());
    if (empty) {
      RW_TRY(db_.Execute(kCreate));
      RW_TRY(db_.Execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId, kSchema).c_str()));
    }
    return transaction.Commit();
  }

  Database db_;
};

}  // namespace

Result<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path, const StoreOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error))
    return Fail(ErrorCategory::kUsage, "cannot use the history store", path, "it is a directory", "name a file by --store");
  if (const fs::path parent = fs::path(path).parent_path(); options.create && !parent.empty()) {
    fs::create_directories(parent, error);
    if (error)
      return Fail(ErrorCategory::kUsage, "cannot make the directory of the history store", parent.string(), error.message());
  }
  auto store = std::make_unique<SqliteStore>(path);
  RW_TRY(store->Open(options));
  return store;
}

}  // namespace reweave
