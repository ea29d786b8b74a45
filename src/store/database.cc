#include "store/database.h"

#include <fmt/format.h>

namespace reweave::inline store {

Result<void> Statement::Run() {
  for (;;) {
    RW_ASSIGN(const bool row, Step());
    if (!row) return {};
  }
}

Result<std::int64_t> Database::Number(std::string_view sql) {
  RW_ASSIGN(const auto statement, Prepare(sql));
  RW_ASSIGN(const bool row, statement->Step());
  return row ? statement->Int() : 0;
}

Result<Transaction> Transaction::Begin(Database& database, bool alone) {
  RW_TRY(database.Begin(alone));
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

Error LaterVersion(const std::string& name, std::int64_t schema) {
  return Error(ErrorCategory::kUsage, "cannot use the history store", name,
               fmt::format("it was written by a later version (schema {}, this one knows {})", schema, kStoreSchema),
               "use that version, or name another store by --store");
}

}  // namespace reweave::inline store
