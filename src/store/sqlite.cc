#include "store/sqlite.h"

#include <sqlite3.h>

#include <fmt/format.h>

namespace reweave {

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_), statement_(other.statement_), bound_(other.bound_), column_(other.column_) {
  other.statement_ = nullptr;
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::Bind(std::string_view text) {
  sqlite3_bind_text64(statement_, ++bound_, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
  return *this;
}
Statement& Statement::Bind(std::int64_t value) {
  sqlite3_bind_int64(statement_, ++bound_, value);
  return *this;
}
Statement& Statement::Bind(double value) {
  sqlite3_bind_double(statement_, ++bound_, value);
  return *this;
}
Statement& Statement::BindBlob(std::string_view bytes) {
  sqlite3_bind_blob64(statement_, ++bound_, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(), SQLITE_TRANSIENT);
  return *this;
}

Result<bool> Statement::Step() {
  column_ = 0;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return std::unexpected(database_.Problem(code));
}

Result<void> Statement::Run() {
  for (;;) {
    RW_ASSIGN(const bool row, Step());
    if (!row) return {};
  }
}

std::string Statement::Text() {
  const auto* text = sqlite3_column_text(statement_, column_);
  const int bytes = sqlite3_column_bytes(statement_, column_++);
  return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text), static_cast<std::size_t>(bytes));
}
std::string Statement::Blob() {
  const void* data = sqlite3_column_blob(statement_, column_);
  const int bytes = sqlite3_column_bytes(statement_, column_++);
  return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), static_cast<std::size_t>(bytes));
}
std::int64_t Statement::Int() { return sqlite3_column_int64(statement_, column_++); }
double Statement::Real() { return sqlite3_column_double(statement_, column_++); }

Database::~Database() { sqlite3_close(handle_); }

Result<void> Database::Open(bool create, int busy_ms) {
  const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX;
  if (const int code = sqlite3_open_v2(path_.c_str(), &handle_, flags, nullptr); code != SQLITE_OK)
    return std::unexpected(Problem(code));
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, busy_ms);
  return {};
}

Result<void> Database::Execute(const char* sql) {
  if (const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); code != SQLITE_OK)
    return std::unexpected(Problem(code));
  return {};
}

Result<Statement> Database::Prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (const int code = sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
      code != SQLITE_OK)
    return std::unexpected(Problem(code));
  return Statement(*this, statement);
}

Result<std::int64_t> Database::Number(const char* sql) {
  RW_ASSIGN(Statement statement, Prepare(sql));
  RW_ASSIGN(const bool row, statement.Step());
  return row ? statement.Int() : 0;
}

Error Database::Problem(int code) const {
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

Result<Transaction> Transaction::Begin(Database& database) {
  RW_TRY(database.Execute("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ != nullptr) (void)database_->Execute("ROLLBACK");
}

Result<void> Transaction::Commit() {
  RW_TRY(database_->Execute("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace reweave
