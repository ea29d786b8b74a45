// Where the store of shared work saturates: workers that do nothing but lease units and report them done, against a PostgreSQL
// server of this machine. The clock starts when each worker has done so once.
//
//     store_bench [--workers N] [--batch N] [--seconds S] [--units N]     prints one JSON object
#include <fmt/format.h>
#include <libpq-fe.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "store/testing/postgres_server.h"
#include "store/work.h"

namespace reweave {
namespace {

using std::chrono::steady_clock;

[[noreturn]] void Die(const std::string& why) {
  std::fprintf(stderr, "store_bench: %s\n", why.c_str());
  std::exit(1);
}

void Sql(const std::string& url, const std::string& sql) {
  PGconn* connection = PQconnectdb(url.c_str());
  PGresult* result = PQexec(connection, sql.c_str());
  if (PQresultStatus(result) != PGRES_COMMAND_OK) Die(PQerrorMessage(connection));
  PQclear(result);
  PQfinish(connection);
}

double Seconds(steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

std::vector<int> ChildrenOf(const std::string& process) {
  std::vector<int> out;
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + process + "/task", error)) {
    std::ifstream children(task.path() / "children");
    for (int child = 0; children >> child;) out.push_back(child);
  }
  return out;
}

double CpuSeconds(clockid_t clock) {
  timespec time{};
  return clock_gettime(clock, &time) == 0 ? static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9 : 0;
}

double CpuSecondsOf(int pid) {
  clockid_t clock{};
  return clock_getcpuclockid(pid, &clock) == 0 ? CpuSeconds(clock) : 0;
}

// Of this process, the server and its processes: what else the machine does hardly changes it.
double CpuSeconds() {
  double out = CpuSeconds(CLOCK_PROCESS_CPUTIME_ID);
  for (const int server : ChildrenOf("self")) {
    out += CpuSecondsOf(server);
    for (const int backend : ChildrenOf(std::to_string(server))) out += CpuSecondsOf(backend);
  }
  return out;
}

int Main(int argc, char** argv) {
  unsigned workers = 1000, batch = 1, units = 300000;
  double seconds = 10;
  for (int i = 1; i + 1 < argc; i += 2) {
    const double value = std::atof(argv[i + 1]);
    if (!std::strcmp(argv[i], "--workers")) workers = static_cast<unsigned>(value);
    else if (!std::strcmp(argv[i], "--batch")) batch = static_cast<unsigned>(value);
    else if (!std::strcmp(argv[i], "--units")) units = static_cast<unsigned>(value);
    else if (!std::strcmp(argv[i], "--seconds")) seconds = value;
    else Die(std::string("unknown option ") + argv[i]);
  }
  const std::string url = PostgresServer::NewDatabase();
  auto store = OpenWorkStore(url);
  if (!store) Die(store.error().ToString());
  if (!(*store)->PutJob({.id = "j", .name = "bench", .spec = ""}, {})) Die("cannot make the job");
  // Ranks over all 63 bits, as the store gives them: with less, most workers would begin at the same end.
  Sql(url, fmt::format(
               "INSERT INTO reweave.unit(job, id, generation, state, rank, token, until, tries, work) SELECT 'j', md5(i::text), "
               "0, 0, ('x' || substr(md5(i::text), 1, 16))::bit(64)::bigint & 9223372036854775807, '', 0, 0, repeat('x', "
               "200)::bytea FROM "
               "generate_series(1, {}) i",
               units));
  Sql(url, "VACUUM ANALYZE reweave.unit");
  std::atomic<bool> go = false, stop = false;
  std::atomic<unsigned> connected = 0;
  std::atomic<std::uint64_t> before = 0, done = 0, leases = 0, errors = 0;  // before: until the clock started
  std::atomic<std::int64_t> longest_us = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < workers; ++i)
      threads.emplace_back([&, i] {
        auto own = OpenWorkStore(url, {.create = false});
        if (!own && errors++ == 0) std::fprintf(stderr, "store_bench: %s\n", own.error().ToString().c_str());
        // Workers live for hours: what the server does once for each connection is no part of the rate.
        if (own)
          if (const auto leased = (*own)->Lease("j", fmt::format("w{}", i), std::chrono::minutes(1), batch);
              leased && !leased->empty())
            if (before += leased->size();
                batch == 1 ? !(*own)->Finish("j", (*leased)[0], (*leased)[0].work) : !(*own)->FinishMany("j", *leased))
              ++errors;
        ++connected;
        while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        while (own && !stop) {
          const auto begin = steady_clock::now();
          const auto leased = (*own)->Lease("j", fmt::format("w{}", i), std::chrono::minutes(1), batch);
          if (!leased && errors++ == 0) std::fprintf(stderr, "store_bench: %s\n", leased.error().ToString().c_str());
          if (!leased || leased->empty()) return;
          if (batch == 1 ? !(*own)->Finish("j", (*leased)[0], (*leased)[0].work) : !(*own)->FinishMany("j", *leased)) ++errors;
          const auto took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - begin).count();
          for (std::int64_t known = longest_us; took > known && !longest_us.compare_exchange_weak(known, took);) {
          }
          done += leased->size();
          ++leases;
        }
      });
    while (connected < workers) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double cpu = CpuSeconds();
    const auto start = steady_clock::now();
    go = true;
    while (Seconds(steady_clock::now() - start) < seconds && before + done < units)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const double used = CpuSeconds() - cpu;  // while all connections are there
    stop = true;
    const double took = Seconds(steady_clock::now() - start);
    fmt::print("{{\"workers\": {}, \"batch\": {}, \"units\": {}, \"seconds\": {:.2f}, \"units_per_second\": {:.0f}, "
               "\"operations_per_second\": {:.0f}, \"longest_ms\": {:.0f}, \"cpu_seconds\": {:.2f}, "
               "\"units_per_cpu_second\": {:.0f}, \"errors\": {}}}\n",
               workers, batch, done.load(), took, static_cast<double>(done) / took, 2 * static_cast<double>(leases) / took,
               static_cast<double>(longest_us) / 1000, used, static_cast<double>(done) / used, errors.load());
    std::fflush(stdout);
  }
  return errors == 0 ? 0 : 1;
}

}  // namespace
}  // namespace reweave

int main(int argc, char** argv) { return reweave::Main(argc, argv); }
