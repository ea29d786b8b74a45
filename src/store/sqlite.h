// SQLite as this folder uses it: statements that bind and read values, errors as ours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace reweave {

class Database;

// One statement, prepared; steps until done. Values are bound in order, columns read in order.
class Statement {
 public:
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  Statement& Bind(std::string_view text);
  Statement& Bind(std::int64_t value);
  Statement& Bind(double value);
  Statement& BindBlob(std::string_view bytes);
  // True: there is a row. False: done.
  Result<bool> Step();
  Result<void> Run();  // to the end

  std::string Text();
  std::string Blob();
  std::int64_t Int();
  double Real();

 private:
  friend class Database;
  Statement(Database& database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0, column_ = 0;
};

class Database {
 public:
  explicit Database(std::string path) : path_(std::move(path)) {}
  ~Database();
  Database(const Database&) = delete;

  Result<void> Open(bool create, int busy_ms);
  Result<void> Execute(const char* sql);
  Result<Statement> Prepare(std::string_view sql);
  Result<std::int64_t> Number(const char* sql);
  // What SQLite says went wrong, with what to do about it.
  Error Problem(int code) const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  sqlite3* handle_ = nullptr;
};

// BEGIN IMMEDIATE ... COMMIT; rolled back unless committed.
class Transaction {
 public:
  static Result<Transaction> Begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(other.database_) { other.database_ = nullptr; }
  ~Transaction();
  Result<void> Commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace reweave
