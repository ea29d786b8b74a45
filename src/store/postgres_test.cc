// What only a server can do to us.
#include <libpq-fe.h>

#include "store/postgres_server.h"
#include "store/testing.h"

namespace reweave {
namespace {

class PostgresStoreTest : public StoreTest {
 protected:
  PostgresStoreTest() { path_ = PostgresServer::NewDatabase(); }
  void Sql(const char* sql) {
    PGconn* connection = PQconnectdb(path_.c_str());
    PGresult* result = PQexec(connection, sql);
    EXPECT_EQ(PQresultStatus(result), PGRES_COMMAND_OK) << PQerrorMessage(connection);
    PQclear(result);
    PQfinish(connection);
  }
};

TEST_F(PostgresStoreTest, NothingIsMadeUnlessAsked) {
  EXPECT_NE(OpenError(path_, {.create = false}).find("record something first"), std::string::npos);
  EXPECT_NE(OpenError(path_, {.create = false}).find("record something first"), std::string::npos);
  Open();
  Open({.create = false});
}

TEST_F(PostgresStoreTest, ALaterVersionsAndAnotherProgramsTablesAreRefused) {
  Open();
  Sql("UPDATE reweave.meta SET schema=99");
  EXPECT_NE(OpenError(path_).find("later version (schema 99"), std::string::npos) << OpenError(path_);
  path_ = PostgresServer::NewDatabase();
  Sql("CREATE SCHEMA reweave; CREATE TABLE reweave.contacts(name TEXT)");
  EXPECT_NE(OpenError(path_).find("belongs to another program"), std::string::npos) << OpenError(path_);
}

TEST_F(PostgresStoreTest, ErrorsSayWhatToDoAndNeverThePassword) {
  std::string url = path_;
  url.insert(url.find('@'), ":topsecret");
  EXPECT_EQ(OpenError(url), "no error");
  url = url.substr(0, url.rfind('/')) + "/missing?password=topsecret";
  const std::string missing = OpenError(url);
  EXPECT_NE(missing.find("does not exist"), std::string::npos) << missing;
  EXPECT_EQ(missing.find("topsecret"), std::string::npos) << missing;
  const std::string nobody = OpenError("postgresql://tester:topsecret@127.0.0.1:1/x");
  EXPECT_NE(nobody.find("is the server up"), std::string::npos) << nobody;
  EXPECT_EQ(nobody.find("topsecret"), std::string::npos) << nobody;
}

TEST_F(PostgresStoreTest, AWriterThatWaitsTooLongSaysSo) {
  auto store = Open({.create = true, .busy_timeout = std::chrono::milliseconds(50)});
  PGconn* other = PQconnectdb(path_.c_str());
  PQclear(PQexec(other, "BEGIN; LOCK TABLE reweave.build IN EXCLUSIVE MODE"));
  const auto put = store->PutTest(History("b", "t", 1), "./t");
  ASSERT_FALSE(put);
  EXPECT_NE(put.error().ToString().find("another process"), std::string::npos) << put.error().ToString();
  PQfinish(other);
  EXPECT_TRUE(store->PutTest(History("b", "t", 1), "./t"));
}

TEST_F(PostgresStoreTest, AServerThatWasAwayIsUsedAgain) {
  auto store = Open();
  ASSERT_TRUE(store->PutTest(History("b", "before", 1), "./t"));
  PostgresServer::Stop();
  const auto put = store->PutTest(History("b", "away", 1), "./t");
  ASSERT_FALSE(put);
  EXPECT_NE(put.error().ToString().find("is the server up"), std::string::npos) << put.error().ToString();
  PostgresServer::Start();
  const auto after = store->PutTest(History("b", "after", 1), "./t");
  ASSERT_TRUE(after) << after.error().ToString();
  EXPECT_EQ(CheckHistories(), 2u);
}

}  // namespace
}  // namespace reweave
