// What the store needs of a database, whichever it is: SQLite (sqlite.cc) or PostgreSQL (postgres.cc). SQL is the part that both
// understand; parameters are written as ?.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reweave::inline store {

// One statement. Values are bound in order, columns of a row read in order.
class Statement {
 public:
  virtual ~Statement() = default;
  virtual Statement& Bind(std::string_view text) = 0;
  virtual Statement& Bind(std::int64_t value) = 0;
  virtual Statement& Bind(double value) = 0;
  virtual Statement& BindBlob(std::string_view bytes) = 0;
  // True: there is a row. False: done.
  virtual Result<bool> Step() = 0;
  Result<void> Run();  // to the end

  virtual std::string Text() = 0;
  virtual std::string Blob() = 0;
  virtual std::int64_t Int() = 0;
  virtual double Real() = 0;
};

class Database {
 public:
  virtual ~Database() = default;
  virtual const std::string& name() const = 0;  // for messages: path, or address without its password
  // Tables made if there are none yet; error if they are another program's or a later version's.
  virtual Result<void> CheckTables() = 0;
  virtual Result<std::unique_ptr<Statement>> Prepare(std::string_view sql) = 0;
  virtual Result<void> Execute(const std::string& sql) = 0;
  // Transactions that write. Alone: no other writer in between.
  virtual Result<void> Begin(bool alone) = 0;
  virtual const char* NowSql() const = 0;      // an expression: the database's clock, milliseconds since 1970
  virtual const char* SkipLocked() const = 0;  // behind a SELECT whose rows are to be changed: leaves out what others change
  virtual Result<std::uint64_t> Size() = 0;  // bytes of all that is kept
  virtual Result<void> Shrink() = 0;         // gives room of what was removed back

  Result<std::int64_t> Number(std::string_view sql);
};

// Rolled back unless committed.
class Transaction {
 public:
  static Result<Transaction> Begin(Database& database, bool alone = false);
  Transaction(Transaction&& other) noexcept : database_(other.database_) { other.database_ = nullptr; }
  ~Transaction();
  Result<void> Commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

constexpr std::int64_t kStoreSchema = 1;
Error LaterVersion(const std::string& name, std::int64_t schema);

}  // namespace reweave::inline store
