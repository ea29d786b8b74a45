#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "store/database.h"
#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/store.h"
#include "store/work_tables.h"

namespace reweave::inline store {

namespace {

constexpr int kPortion = 256;
// With which libpq's other spelling of an address begins: "host=server dbname=reweave".
constexpr std::string_view kAddressKeys[] = {"host",     "hostaddr", "port",    "dbname", "user",
                                             "password", "passfile", "service", "sslmode"};
constexpr char kColumns[] = "build, test, recorded, seconds, runs, controlled, complete, reason, verdict, coverage";

std::int64_t Now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

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

class SqlStore : public Store {
 public:
  explicit SqlStore(std::unique_ptr<Database> database) : db_(std::move(database)) {}

  Result<void> PutBlocks(const BlockTable& table) override {
    RW_ASSIGN(const auto insert, db_->Prepare("INSERT INTO module(key, blocks) VALUES(?, ?) ON CONFLICT DO NOTHING"));
    return insert->Bind(table.key).BindBlob(EncodeBlockTable(table)).Run();
  }

  Result<std::optional<BlockTable>> FindBlocks(const std::string& key) override {
    RW_ASSIGN(const auto select, db_->Prepare("SELECT blocks FROM module WHERE key=?"));
    RW_ASSIGN(const bool row, select->Bind(key).Step());
    if (!row) return std::nullopt;
    RW_ASSIGN(BlockTable table, DecodeBlockTable(select->Blob()));
    return table;
  }

  Result<void> PutTest(const TestHistory& h, const std::string& name) override {
    RW_ASSIGN(Transaction transaction, Transaction::Begin(*db_));
    RW_ASSIGN(const auto build,
              db_->Prepare("INSERT INTO build(key, name, recorded, used) VALUES(?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET "
                           "name=excluded.name, "
                           "recorded=CASE WHEN excluded.recorded>build.recorded THEN excluded.recorded ELSE build.recorded END, "
                           "used=CASE WHEN excluded.used>build.used THEN excluded.used ELSE build.used END"));
    RW_TRY(build->Bind(h.build).Bind(name).Bind(h.recorded).Bind(h.recorded).Run());
    RW_ASSIGN(const auto insert,
              db_->Prepare(
                  fmt::format("INSERT INTO history({}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(build, test) DO UPDATE "
                              "SET recorded=excluded.recorded, seconds=excluded.seconds, runs=excluded.runs, "
                              "controlled=excluded.controlled, complete=excluded.complete, reason=excluded.reason, "
                              "verdict=excluded.verdict, coverage=excluded.coverage",
                              kColumns)));
    insert->Bind(h.build).Bind(h.test).Bind(h.recorded).Bind(h.seconds).Bind(static_cast<std::int64_t>(h.runs));
    insert->Bind(static_cast<std::int64_t>(h.controlled))
        .Bind(static_cast<std::int64_t>(h.complete))
        .Bind(h.reason)
        .Bind(h.verdict);
    RW_TRY(insert->BindBlob(EncodeCoverage(h.modules)).Run());
    for (const ModuleCoverage& module : h.modules) {
      RW_ASSIGN(const auto uses, db_->Prepare("INSERT INTO uses(build, module) VALUES(?, ?) ON CONFLICT DO NOTHING"));
      RW_TRY(uses->Bind(h.build).Bind(module.key).Run());
    }
    return transaction.Commit();
  }

  Result<std::optional<TestHistory>> FindTest(const std::string& build, const std::string& test) override {
    RW_ASSIGN(const auto select, db_->Prepare(fmt::format("SELECT {} FROM history WHERE build=? AND test=?", kColumns)));
    RW_ASSIGN(const bool row, select->Bind(build).Bind(test).Step());
    if (!row) return std::nullopt;
    RW_ASSIGN(TestHistory history, ReadRow(*select));
    return history;
  }

  Result<void> ForEachTest(const std::string& build, const std::function<Result<void>(TestHistory)>& visit) override {
    const std::int64_t now = Now();
    RW_ASSIGN(const auto used, db_->Prepare("UPDATE build SET used=? WHERE key=? AND used<?"));
    RW_TRY(used->Bind(now).Bind(build).Bind(now).Run());
    // In portions: a large suite never is in memory as a whole, and `visit` may use the store.
    std::string after;
    for (bool first = true;; first = false) {
      RW_ASSIGN(const auto select,
                db_->Prepare(fmt::format("SELECT {} FROM history WHERE build=? AND test>{}? ORDER BY test LIMIT {}", kColumns,
                                         first ? "=" : "", kPortion)));
      select->Bind(build).Bind(after);
      int count = 0;
      for (;; ++count) {
        RW_ASSIGN(const bool row, select->Step());
        if (!row) break;
        RW_ASSIGN(TestHistory history, ReadRow(*select));
        after = history.test;
        RW_TRY(visit(std::move(history)));
      }
      if (count < kPortion) return {};
    }
  }

  Result<std::optional<std::string>> LastVerdict(const std::string& test) override {
    RW_ASSIGN(const auto select, db_->Prepare("SELECT verdict FROM history WHERE test=? ORDER BY recorded DESC LIMIT 1"));
    RW_ASSIGN(const bool row, select->Bind(test).Step());
    if (!row) return std::nullopt;
    return select->Text();
  }

  Result<std::map<std::string, double>> TestSeconds() override {
    RW_ASSIGN(const auto select, db_->Prepare("SELECT test, seconds FROM history ORDER BY recorded, build"));
    std::map<std::string, double> out;
    for (;;) {
      RW_ASSIGN(const bool row, select->Step());
      if (!row) return out;
      std::string test = select->Text();
      out[std::move(test)] = select->Real();
    }
  }

  Result<std::string> Agree(const std::string& key, const std::string& value) override {
    RW_TRY(EnsureWorkTables(*db_));
    const std::int64_t now = Now();
    RW_ASSIGN(const auto forget, db_->Prepare("DELETE FROM agreed WHERE at<?"));
    RW_TRY(forget->Bind(now - kAgreedFor.count()).Run());
    RW_ASSIGN(const auto insert, db_->Prepare("INSERT INTO agreed(key, value, at) VALUES(?, ?, ?) ON CONFLICT DO NOTHING"));
    RW_TRY(insert->Bind(key).BindBlob(value).Bind(now).Run());
    RW_ASSIGN(const auto select, db_->Prepare("SELECT value FROM agreed WHERE key=?"));
    RW_ASSIGN(const bool row, select->Bind(key).Step());
    return row ? select->Blob() : value;
  }

  Result<std::vector<BuildSummary>> Builds() override {
    RW_ASSIGN(const auto select,
              db_->Prepare("SELECT b.key, b.name, b.recorded, b.used, count(h.test), "
                           "count(CASE WHEN h.complete=0 THEN 1 END), count(CASE WHEN h.verdict='failed' THEN 1 END), "
                           "coalesce(sum(length(h.coverage)+length(h.test)+100), 0) + (SELECT "
                           "coalesce(sum(length(m.blocks)), 0) FROM uses u JOIN module m ON "
                           "m.key=u.module WHERE u.build=b.key) FROM build b LEFT JOIN history h ON "
                           "h.build=b.key GROUP BY b.key ORDER BY b.recorded DESC, b.key"));
    std::vector<BuildSummary> out;
    for (;;) {
      RW_ASSIGN(const bool row, select->Step());
      if (!row) return out;
      BuildSummary build;
      build.key = select->Text();
      build.name = select->Text();
      build.recorded = select->Int();
      build.used = select->Int();
      build.tests = static_cast<std::uint64_t>(select->Int());
      build.incomplete = static_cast<std::uint64_t>(select->Int());
      build.failed = static_cast<std::uint64_t>(select->Int());
      build.bytes = static_cast<std::uint64_t>(select->Int());
      out.push_back(std::move(build));
    }
  }

  Result<CollectResult> Collect(const CollectOptions& options) override {
    CollectResult result;
    RW_ASSIGN(result.bytes_before, db_->Size());
    {
      // A writer between the choice and the removal must not lose what it adds: one transaction for both.
      RW_ASSIGN(Transaction transaction, Transaction::Begin(*db_, true));
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
        RW_TRY(db_->Execute("DELETE FROM module WHERE key NOT IN (SELECT module FROM uses)"));
        RW_TRY(transaction.Commit());
      }
    }
    if (!options.dry_run && !result.removed.empty()) RW_TRY(db_->Shrink());
    RW_ASSIGN(result.bytes_after, db_->Size());
    return result;
  }

  Result<void> Confirm(const ConfirmedPair& pair) override {
    RW_ASSIGN(const auto insert,
              db_->Prepare("INSERT INTO confirmed(build, pair, test, detail, at) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"));
    return insert->Bind(pair.build).Bind(pair.pair).Bind(pair.test).Bind(pair.detail).Bind(pair.at).Run();
  }

  Result<std::vector<ConfirmedPair>> Confirmed(const std::string& build) override {
    RW_ASSIGN(const auto select, db_->Prepare("SELECT build, pair, test, detail, at FROM confirmed WHERE build=? ORDER BY pair"));
    select->Bind(build);
    std::vector<ConfirmedPair> out;
    for (;;) {
      RW_ASSIGN(const bool row, select->Step());
      if (!row) return out;
      ConfirmedPair pair;
      pair.build = select->Text();
      pair.pair = select->Text();
      pair.test = select->Text();
      pair.detail = select->Text();
      pair.at = select->Int();
      out.push_back(std::move(pair));
    }
  }

 private:
  Result<void> Remove(const std::string& build) {
    for (const char* sql : {"DELETE FROM history WHERE build=?", "DELETE FROM uses WHERE build=?",
                            "DELETE FROM confirmed WHERE build=?", "DELETE FROM build WHERE key=?"}) {
      RW_ASSIGN(const auto statement, db_->Prepare(sql));
      RW_TRY(statement->Bind(build).Run());
    }
    return {};
  }

  std::unique_ptr<Database> db_;
};

}  // namespace

Result<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path, const StoreOptions& options) {
  RW_ASSIGN(auto database, OpenSqlite(path, options));
  return std::make_unique<SqlStore>(std::move(database));
}

bool IsServerStore(const std::string& where) {
  if (where.contains("://")) return true;
  const std::string key = where.substr(0, where.find('='));
  return key.size() < where.size() && std::ranges::find(kAddressKeys, key) != std::end(kAddressKeys);
}

Result<std::unique_ptr<Store>> OpenStore(const std::string& where, const StoreOptions& options) {
  if (!IsServerStore(where)) return OpenSqliteStore(where, options);
  RW_ASSIGN(auto database, OpenPostgres(where, options));
  // So that who makes the store makes all of it: others may not have the right.
  if (options.create) (void)EnsureWorkTables(*database);
  return std::make_unique<SqlStore>(std::move(database));
}

}  // namespace reweave::inline store
