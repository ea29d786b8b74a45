// What only a server can do to us.
#include <libpq-fe.h>

#include "store/postgres.h"
#include "store/testing.h"
#include "store/testing/postgres_server.h"
#include "store/work.h"

namespace reweave::inline store {
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

TEST_F(PostgresStoreTest, NoSpellingOfAnAddressShowsItsPassword) {
  for (const char* url : {
           "postgresql://tester:topsecret@127.0.0.1:1/x",
           "postgresql://tester:top%73ecret@127.0.0.1:1/x",
           "postgres://tester:topsecret@[::1]:1/x",
           "postgresql://tester@127.0.0.1:1/x?password=topsecret",
           "postgresql://tester@127.0.0.1:1/x?pass%77ord=topsecret&password=topsecret",
           "postgresql://tester@127.0.0.1:1/x?connect_timeout=1&password=topsecret&sslmode=disable",
           "postgresql://tester:top/secret@127.0.0.1:1/x",
           "postgresql://tester:topsecret@127.0.0.1:1,127.0.0.1:2/x",
           "postgresql://tester:topsecret@127.0.0.1:port/x",
           "postgresql://tester:topsecret@127.0.0.1:1/x?nonsense=1",
           "postgresql://tester:topsecret@127.0.0.1:1/x%zz",
           "postgresql://tester:topsecret@[::1:1/x",
           "postgresql://:topsecret@127.0.0.1:1",
       }) {
    const std::string error = OpenError(url);
    EXPECT_NE(error, "no error") << url;
    for (const char* secret : {"secret", "%73ecret", "top/"})
      EXPECT_EQ(error.find(secret), std::string::npos) << url << "\n" << error;
    EXPECT_NE(error.find("postgresql://"), std::string::npos) << error;
  }
}

TEST_F(PostgresStoreTest, APasswordInAnAddressIsSeenInAnySpelling) {
  for (const char* url : {"postgresql://tester:topsecret@127.0.0.1:1/x", "postgres://tester:top%73ecret@[::1]:1/x",
                          "postgresql://tester@127.0.0.1:1/x?password=topsecret", "postgresql://h/x?pass%77ord=topsecret",
                          "host=127.0.0.1 port=1 password=topsecret dbname=x", "password='topsecret' host=h"})
    EXPECT_TRUE(NamesPassword(url)) << url;
  for (const char* url :
       {"postgresql://tester@127.0.0.1:1/x", "postgresql:///x", "work.db", "tester:topsecret", "host=h dbname=x"})
    EXPECT_FALSE(NamesPassword(url)) << url;
}

TEST_F(PostgresStoreTest, AnAddressInAnotherSpellingIsNoFile) {
  const std::string path = path_;
  const std::string port = path.substr(path.rfind(':') + 1, path.rfind('/') - path.rfind(':') - 1);
  const std::string user = path.substr(path.find("//") + 2, path.find('@') - path.find("//") - 2);
  EXPECT_EQ(OpenError("host=127.0.0.1 port=" + port + " user=" + user + " dbname=" + path.substr(path.rfind('/') + 1)),
            "no error");
  for (const char* where : {"mysql://h/x", "POSTGRESQL://h/x", "postgresql+psycopg://h/x", "host=h passwrd=topsecret"}) {
    const std::string error = OpenError(where);
    EXPECT_NE(error.find("it looks like postgresql://"), std::string::npos) << where << ": " << error;
    EXPECT_EQ(error.find("topsecret"), std::string::npos) << error;
    EXPECT_FALSE(std::filesystem::exists(where)) << where;
  }
  EXPECT_FALSE(IsServerStore("runs=1/host.db"));
  EXPECT_FALSE(IsServerStore("host"));
}

TEST_F(PostgresStoreTest, WhoMayNotUseTheTablesIsToldWhatIsMissing) {
  Open();
  Sql("DO $$ BEGIN CREATE ROLE nobody_here LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
  std::string url = path_;
  url.replace(url.find("//") + 2, url.find('@') - url.find("//") - 2, "nobody_here");
  EXPECT_NE(OpenError(url).find("USAGE on the schema reweave"), std::string::npos) << OpenError(url);
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

// docs/cluster.md: what a worker's role needs, and nothing more.
TEST_F(PostgresStoreTest, AWorkerNeedsNoRightToMakeOrDropAnything) {
  Open();
  Sql("DROP ROLE IF EXISTS limited");
  Sql("CREATE ROLE limited LOGIN");
  Sql("GRANT USAGE ON SCHEMA reweave TO limited");
  Sql("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA reweave TO limited");
  const std::string owner = path_;
  path_.replace(path_.find("tester@"), 7, "limited@");
  auto work = OpenWorkStore(path_, {.create = false});
  ASSERT_TRUE(work) << work.error().ToString();
  EXPECT_TRUE(*(*work)->PutJob({.id = "j", .name = "n", .spec = "s"}, {"a"}));
  const auto units = (*work)->Lease("j", "w", std::chrono::minutes(1));
  ASSERT_TRUE(units && units->size() == 1) << (units ? "" : units.error().ToString());
  EXPECT_TRUE(*(*work)->Keep("j", (*units)[0], "b", {"c"}, std::chrono::minutes(1)));
  EXPECT_TRUE(*(*work)->Finish("j", (*units)[0], "d"));
  EXPECT_TRUE((*work)->AddFinding("j", {"f", "x", "y"}));
  EXPECT_TRUE((*work)->Report("j", {.id = "w", .node = "n", .state = "idle"}));
  EXPECT_TRUE((*work)->EndJob("j", JobState::kDone));
  PGconn* connection = PQconnectdb(path_.c_str());
  for (const char* sql : {"DROP TABLE reweave.unit", "CREATE TABLE reweave.mine(x INT)", "ALTER TABLE reweave.job ADD x INT"}) {
    PGresult* result = PQexec(connection, sql);
    EXPECT_STREQ(PQresultErrorField(result, PG_DIAG_SQLSTATE), "42501") << sql;
    PQclear(result);
  }
  PQfinish(connection);
  work->reset();
  path_ = owner;
  Sql("DROP OWNED BY limited");
}

}  // namespace
}  // namespace reweave::inline store
