#include "store/work_tables.h"

namespace reweave::inline store {

namespace {

// PostgreSQL's names of types; SQLite takes any. What may hold any bytes is BYTEA and always bound as bytes.
constexpr char kCreateWorkTables[] = R"sql(
CREATE TABLE IF NOT EXISTS agreed(key TEXT PRIMARY KEY, value BYTEA NOT NULL, at BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS job(id TEXT PRIMARY KEY, name BYTEA NOT NULL, spec BYTEA NOT NULL, state BIGINT NOT NULL,
  generation BIGINT NOT NULL, created BIGINT NOT NULL, used BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS unit(job TEXT NOT NULL, id TEXT NOT NULL, generation BIGINT NOT NULL, state BIGINT NOT NULL,
  rank BIGINT NOT NULL, token TEXT NOT NULL, until BIGINT NOT NULL, tries BIGINT NOT NULL, work BYTEA NOT NULL, PRIMARY KEY(job, id));
CREATE INDEX IF NOT EXISTS unit_open ON unit(job, state, rank);
CREATE TABLE IF NOT EXISTS found(job TEXT NOT NULL, id TEXT NOT NULL, finding BYTEA NOT NULL, schedule BYTEA NOT NULL,
  at BIGINT NOT NULL, PRIMARY KEY(job, id));
CREATE TABLE IF NOT EXISTS worker(job TEXT NOT NULL, id TEXT NOT NULL, node TEXT NOT NULL, state TEXT NOT NULL, began BIGINT NOT NULL,
  seen BIGINT NOT NULL, units BIGINT NOT NULL, schedules BIGINT NOT NULL, PRIMARY KEY(job, id));
)sql";

}  // namespace

Result<void> EnsureWorkTables(Database& database) {
  if (database.Number("SELECT count(*) FROM worker WHERE 1=0")) return {};  // the last of them
  RW_ASSIGN(Transaction transaction, Transaction::Begin(database, true));
  RW_TRY(database.Execute(kCreateWorkTables));
  return transaction.Commit();
}

}  // namespace reweave::inline store
