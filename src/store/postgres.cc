#include "store/postgres.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <cstdlib>
#include <map>
#include <vector>

namespace reweave::inline store {

namespace {

constexpr Oid kByteaType = 17;

// Names and reasons are the tested program's: any bytes, so BYTEA. Everything is in a schema of its own; the lock keeps two
// that find it missing from making it both.
constexpr char kCreateInPostgres[] = R"sql(
SELECT pg_advisory_xact_lock(1381454419);
CREATE SCHEMA IF NOT EXISTS reweave;
CREATE TABLE IF NOT EXISTS reweave.meta(schema BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS reweave.build(key TEXT PRIMARY KEY, name BYTEA NOT NULL, recorded BIGINT NOT NULL, used BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS reweave.module(key TEXT PRIMARY KEY, blocks BYTEA NOT NULL);
CREATE TABLE IF NOT EXISTS reweave.history(build TEXT NOT NULL, test BYTEA NOT NULL, recorded BIGINT NOT NULL,
  seconds DOUBLE PRECISION NOT NULL, runs BIGINT NOT NULL, controlled BIGINT NOT NULL, complete BIGINT NOT NULL, reason BYTEA NOT NULL,
  verdict TEXT NOT NULL, coverage BYTEA NOT NULL, PRIMARY KEY(build, test));
CREATE INDEX IF NOT EXISTS history_test ON reweave.history(test, recorded);
CREATE TABLE IF NOT EXISTS reweave.uses(build TEXT NOT NULL, module TEXT NOT NULL, PRIMARY KEY(build, module));
CREATE TABLE IF NOT EXISTS reweave.confirmed(build TEXT NOT NULL, pair BYTEA NOT NULL, test BYTEA NOT NULL, detail BYTEA NOT NULL,
  at BIGINT NOT NULL, PRIMARY KEY(build, pair));
INSERT INTO reweave.meta SELECT {0} WHERE NOT EXISTS (SELECT 1 FROM reweave.meta);
)sql";

// An address as libpq understands it: percent-encoded names, several hosts, a password with a slash are all spellings of the same
// things, so only what libpq took from it is shown.
constexpr char kInvalid[] = "postgresql://(not a valid address)";
struct Address {
  std::string shown;  // without its password
  std::string password;  // must not be in any message
};

Address ParseAddress(const std::string& url) {
  char* problem = nullptr;
  PQconninfoOption* options = PQconninfoParse(url.c_str(), &problem);
  PQfreemem(problem);
  if (options == nullptr) return {.shown = kInvalid, .password = {}};
  std::map<std::string, std::string> parts;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option)
    if (option->val != nullptr) parts[option->keyword] = option->val;
  PQconninfoFree(options);
  Address out;
  // A slash in a password ends it: what follows counts as the name of the database.
  for (const char* part : {"host", "port", "dbname"})
    if (parts[part].contains('@')) return {.shown = kInvalid, .password = {}};
  const std::string host = parts.contains("host") ? parts["host"] : parts["hostaddr"];
  out.shown =
      fmt::format("postgresql://{}{}{}{}{}{}/{}", parts["user"], parts["user"].empty() ? "" : "@", host.contains(':') ? "[" : "",
                  host, host.contains(':') ? "]" : "", parts["port"].empty() ? "" : ":" + parts["port"], parts["dbname"]);
  out.password = parts["password"];
  return out;
}

std::string FirstLine(const char* text) {
  std::string_view view = text == nullptr ? "" : text;
  return std::string(view.substr(0, view.find('\n')));
}

struct ResultDeleter {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Rows = std::unique_ptr<PGresult, ResultDeleter>;

class PostgresDatabase;

// Runs as a whole at the first step: rows are asked for in portions (SqlStore), so that few are in memory.
class PostgresStatement : public Statement {
 public:
  PostgresStatement(PostgresDatabase& database, std::string sql) : database_(database), sql_(std::move(sql)) {}

  Statement& Bind(std::string_view text) override { return Add(std::string(text), 1); }
  Statement& Bind(std::int64_t value) override { return Add(std::to_string(value), 0); }
  Statement& Bind(double value) override { return Add(fmt::format("{}", value), 0); }
  Statement& BindBlob(std::string_view bytes) override { return Add(std::string(bytes), 1); }
  Result<bool> Step() override;

  std::string Text() override {
    const int column = column_++;
    const char* value = PQgetvalue(rows_.get(), row_, column);
    if (PQftype(rows_.get(), column) != kByteaType)
      return std::string(value, static_cast<std::size_t>(PQgetlength(rows_.get(), row_, column)));
    std::size_t bytes = 0;
    unsigned char* plain = PQunescapeBytea(reinterpret_cast<const unsigned char*>(value), &bytes);
    std::string out(reinterpret_cast<const char*>(plain), plain == nullptr ? 0 : bytes);
    PQfreemem(plain);
    return out;
  }
  std::string Blob() override { return Text(); }
  std::int64_t Int() override { return std::strtoll(PQgetvalue(rows_.get(), row_, column_++), nullptr, 10); }
  double Real() override { return std::strtod(PQgetvalue(rows_.get(), row_, column_++), nullptr); }

 private:
  Statement& Add(std::string value, int format) {
    values_.push_back(std::move(value));
    formats_.push_back(format);
    return *this;
  }

  PostgresDatabase& database_;
  std::string sql_;
  std::vector<std::string> values_;
  std::vector<int> formats_;  // 1: as it is, of a text or of bytes
  Rows rows_;
  int row_ = -1, column_ = 0;
};

class PostgresDatabase : public Database {
 public:
  PostgresDatabase(const std::string& url, const StoreOptions& options)
      : url_(url), create_(options.create), lock_ms_(options.busy_timeout.count()) {
    Address address = ParseAddress(url);
    name_ = std::move(address.shown);
    password_ = std::move(address.password);
  }
  ~PostgresDatabase() override { PQfinish(connection_); }
  PostgresDatabase(const PostgresDatabase&) = delete;

  Result<void> Open() {
    // A notice ("relation exists, skipping") is nobody's business.
    const char* keys[] = {"dbname", "fallback_application_name", "connect_timeout", "client_encoding", nullptr};
    const char* values[] = {url_.c_str(), "reweave", "10", "UTF8", nullptr};
    connection_ = PQconnectdbParams(keys, values, 1);
    PQsetNoticeProcessor(connection_, [](void*, const char*) {}, nullptr);
    RW_TRY(Prepared());
    return CheckTables();
  }

  const std::string& name() const override { return name_; }

  Result<void> CheckTables() override {
    // One question: between two, another process may make the tables, which would then look like somebody else's.
    enum { kNone, kForeign, kOurs };
    RW_ASSIGN(const std::int64_t tables,
              Number("SELECT CASE WHEN bool_or(tablename='meta') THEN 2 WHEN count(*)>0 THEN 1 ELSE 0 END "
                     "FROM pg_catalog.pg_tables WHERE schemaname='reweave'"));
    if (tables != kOurs) {
      if (tables == kForeign)
        return Fail(ErrorCategory::kUsage, "cannot use the history store", name_, "its schema reweave belongs to another program",
                    "name another database by --store");
      if (!create_)
        return Fail(ErrorCategory::kUsage, "cannot use the history store", name_, "there is none in this database yet",
                    "record something first");
      RW_ASSIGN(Transaction transaction, Transaction::Begin(*this));
      RW_TRY(Execute(fmt::format(kCreateInPostgres, kStoreSchema)));
      RW_TRY(transaction.Commit());
    }
    RW_ASSIGN(const std::int64_t schema, Number("SELECT schema FROM reweave.meta"));
    if (schema > kStoreSchema) return std::unexpected(LaterVersion(name_, schema));
    return {};
  }

  Result<std::unique_ptr<Statement>> Prepare(std::string_view sql) override {
    std::string numbered;
    int number = 0;
    for (const char c : sql) numbered += c == '?' ? "$" + std::to_string(++number) : std::string(1, c);
    return std::make_unique<PostgresStatement>(*this, std::move(numbered));
  }

  Result<void> Execute(const std::string& sql) override {
    RW_TRY(Alive());
    return Check(Rows(PQexec(connection_, sql.c_str())));
  }

  Result<void> Begin(bool alone) override {
    RW_TRY(Execute("BEGIN"));
    // Every writer touches its build's row first.
    if (alone) RW_TRY(Execute("LOCK TABLE build IN SHARE ROW EXCLUSIVE MODE"));
    return {};
  }

  const char* NowSql() const override { return "CAST(extract(epoch from clock_timestamp())*1000 AS BIGINT)"; }
  const char* SkipLocked() const override { return " FOR UPDATE SKIP LOCKED"; }

  // What the rows hold; the server gives files back when it likes.
  Result<std::uint64_t> Size() override {
    RW_ASSIGN(const std::int64_t bytes,
              Number("SELECT coalesce((SELECT sum(length(coverage)+length(test)+100) FROM history), 0) + "
                     "coalesce((SELECT sum(length(blocks)) FROM module), 0)"));
    return static_cast<std::uint64_t>(bytes);
  }

  Result<void> Shrink() override { return Execute("VACUUM history, module"); }

  Result<Rows> Ask(const std::string& sql, const std::vector<std::string>& values, const std::vector<int>& formats) {
    RW_TRY(Alive());
    std::vector<const char*> pointers;
    std::vector<int> lengths;
    for (const std::string& value : values) {
      pointers.push_back(value.c_str());
      lengths.push_back(static_cast<int>(value.size()));
    }
    // The server reads and plans each statement once: workers ask the same few over and over.
    auto known = prepared_.find(sql);
    if (known == prepared_.end()) {
      const std::string name = fmt::format("s{}", prepared_.size());
      RW_TRY(Check(Rows(PQprepare(connection_, name.c_str(), sql.c_str(), static_cast<int>(values.size()), nullptr))));
      known = prepared_.emplace(sql, name).first;
    }
    Rows rows(PQexecPrepared(connection_, known->second.c_str(), static_cast<int>(values.size()), pointers.data(), lengths.data(),
                             formats.data(), 0));
    if (PQresultStatus(rows.get()) == PGRES_TUPLES_OK) return rows;
    RW_TRY(Check(Rows(rows.release())));
    return Rows(nullptr);
  }

 private:
  // A server that was restarted in between is asked again, unless half of a transaction was lost with it.
  Result<void> Alive() {
    if (PQstatus(connection_) == CONNECTION_OK) return {};
    PQreset(connection_);
    prepared_.clear();
    return Prepared();
  }

  Result<void> Prepared() {
    if (PQstatus(connection_) != CONNECTION_OK) return std::unexpected(Problem(""));
    return Check(Rows(
        PQexec(connection_,
               fmt::format("SET search_path TO reweave; SET lock_timeout TO {}; SET bytea_output TO hex", lock_ms_).c_str())));
  }

  Result<void> Check(const Rows& rows) {
    const ExecStatusType status = PQresultStatus(rows.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return {};
    const char* state = PQresultErrorField(rows.get(), PG_DIAG_SQLSTATE);
    return std::unexpected(Problem(state == nullptr ? "" : state));
  }

  Error Problem(const std::string& state) const {
    std::string why = FirstLine(PQerrorMessage(connection_)), hint;
    if (why.starts_with("ERROR:  ")) why.erase(0, 8);
    // libpq repeats an address that it cannot read.
    if (name_ == kInvalid)
      why = "the address cannot be read",
      hint = "it looks like postgresql://user@host:5432/database; a % / @ : in a password is written as %25 %2F %40 %3A";
    for (std::size_t at; !password_.empty() && (at = why.find(password_)) != std::string::npos;)
      why.replace(at, password_.size(), "***");
    if (!hint.empty()) {
    } else if (state.empty() || state.starts_with("08") || state.starts_with("57P")) {
      hint = "is the server up, and is the address right? nothing was changed";
    } else if (state == "55P03" || state == "40P01") {
      why = "another process has been writing to it for too long";
      hint = "try again when it is done";
    } else if (state.starts_with("53")) {
      hint = "make room on the server or run 'reweave history gc'; nothing was changed";
    } else if (state == "42501") {
      hint = why.contains("for database")
                 ? "the user needs the right to create a schema in this database, once"
                 : "the owner of the tables must grant this user USAGE on the schema reweave, and SELECT, INSERT, "
                   "UPDATE, DELETE on all its tables";
    }
    return Error(ErrorCategory::kUsage, "cannot use the history store", name_, std::move(why), std::move(hint));
  }

  std::string url_, name_, password_;
  bool create_;
  long lock_ms_;
  PGconn* connection_ = nullptr;
  std::map<std::string, std::string> prepared_;  // statement -> its name at the server
};

Result<bool> PostgresStatement::Step() {
  if (row_ < 0) {
    RW_ASSIGN(rows_, database_.Ask(sql_, values_, formats_));
  }
  column_ = 0;
  return rows_ != nullptr && ++row_ < PQntuples(rows_.get());
}

}  // namespace

bool NamesPassword(const std::string& where) { return IsServerStore(where) && !ParseAddress(where).password.empty(); }

Result<std::unique_ptr<Database>> OpenPostgres(const std::string& url, const StoreOptions& options) {
  auto database = std::make_unique<PostgresDatabase>(url, options);
  RW_TRY(database->Open());
  return database;
}

}  // namespace reweave::inline store
