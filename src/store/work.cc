#include "store/work.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <random>

#include "base/coding.h"
#include "store/database.h"
#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/work_tables.h"

namespace reweave::inline store {

namespace {

constexpr std::int64_t kOpen = 0, kLeased = 1, kDone = 2;
// Where a unit is known by its id, conditions on its state are written state+0: else the server would go through all units of
// that state, which it believes to be few.
constexpr std::int64_t kSeenLately = 20000;  // milliseconds: a worker that said nothing for longer is gone
constexpr char kJobColumns[] = "id, name, spec, state, generation, created, used";

WorkJob ReadJob(Statement& row) {
  WorkJob job;
  job.id = row.Text();
  job.name = row.Blob();
  job.spec = row.Blob();
  job.state = static_cast<JobState>(row.Int());
  job.generation = row.Int();
  job.created = row.Int();
  job.used = row.Int();
  return job;
}

// A number that no other process has: it tells leases apart.
std::string NewToken() {
  static thread_local std::mt19937_64 random(std::random_device{}() ^ (static_cast<std::uint64_t>(getpid()) << 32));
  return ToHex(random()) + ToHex(random());
}

class SqlWorkStore : public WorkStore {
 public:
  explicit SqlWorkStore(std::unique_ptr<Database> database) : db_(std::move(database)), now_(db_->NowSql()) {}
  Result<void> Open() { return EnsureWorkTables(*db_); }

  Result<bool> PutJob(const WorkJob& job, const std::vector<std::string>& units) override {
    RW_ASSIGN(Transaction transaction, Transaction::Begin(*db_));
    RW_ASSIGN(const auto insert,
              db_->Prepare(fmt::format("INSERT INTO job({}) VALUES(?, ?, ?, ?, ?, {}, {}) ON CONFLICT DO NOTHING RETURNING id",
                                       kJobColumns, now_, now_)));
    insert->Bind(job.id).BindBlob(job.name).BindBlob(job.spec).Bind(static_cast<std::int64_t>(job.state)).Bind(job.generation);
    RW_ASSIGN(const bool made, insert->Step());
    if (!made) return false;
    RW_TRY(insert->Run());
    RW_TRY(AddUnits(job.id, job.generation, "", units));
    RW_TRY(transaction.Commit());
    return true;
  }

  Result<std::optional<WorkJob>> FindJob(const std::string& id) override {
    RW_ASSIGN(const auto select, db_->Prepare(fmt::format("SELECT {} FROM job WHERE id=?", kJobColumns)));
    RW_ASSIGN(const bool row, select->Bind(id).Step());
    if (!row) return std::nullopt;
    return ReadJob(*select);
  }

  Result<std::vector<WorkJob>> Jobs() override {
    RW_ASSIGN(const auto select, db_->Prepare(fmt::format("SELECT {} FROM job ORDER BY created DESC, id", kJobColumns)));
    std::vector<WorkJob> out;
    for (;;) {
      RW_ASSIGN(const bool row, select->Step());
      if (!row) return out;
      out.push_back(ReadJob(*select));
    }
  }

  Result<void> EndJob(const std::string& id, JobState state) override {
    RW_ASSIGN(const auto update, db_->Prepare(fmt::format("UPDATE job SET state=?, used={} WHERE id=? AND state=?", now_)));
    return update->Bind(static_cast<std::int64_t>(state)).Bind(id).Bind(static_cast<std::int64_t>(JobState::kRunning)).Run();
  }

  // One statement: between counting the units and ending the job, another worker may begin the search anew.
  Result<bool> CompleteJob(const std::string& id, std::int64_t generation) override {
    RW_ASSIGN(const auto update,
              db_->Prepare(fmt::format(
                  "UPDATE job SET state={}, used={} WHERE id=? AND state={} AND generation=? AND NOT EXISTS "
                  "(SELECT 1 FROM unit WHERE unit.job=? AND unit.generation=? AND unit.state<>{}) RETURNING id",
                  static_cast<std::int64_t>(JobState::kDone), now_, static_cast<std::int64_t>(JobState::kRunning), kDone)));
    RW_ASSIGN(const bool ended, update->Bind(id).Bind(generation).Bind(id).Bind(generation).Step());
    if (ended) RW_TRY(update->Run());
    return ended;
  }

  Result<void> ReopenJob(const std::string& id) override {
    RW_ASSIGN(const auto update, db_->Prepare(fmt::format("UPDATE job SET state=?, used={} WHERE id=?", now_)));
    return update->Bind(static_cast<std::int64_t>(JobState::kRunning)).Bind(id).Run();
  }

  Result<void> RemoveJob(const std::string& id) override {
    RW_ASSIGN(Transaction transaction, Transaction::Begin(*db_));
    for (const char* sql : {"DELETE FROM unit WHERE job=?", "DELETE FROM found WHERE job=?", "DELETE FROM worker WHERE job=?",
                            "DELETE FROM job WHERE id=?"}) {
      RW_ASSIGN(const auto statement, db_->Prepare(sql));
      RW_TRY(statement->Bind(id).Run());
    }
    return transaction.Commit();
  }

  // None of a job that does not run: its workers would lease and give back without end. Open ones first; each statement can use
  // the index. Each worker begins somewhere else among the ranks: a thousand of them at the same end would step over each other's
  // rows.
  Result<std::vector<WorkUnit>> Lease(const std::string& job, const std::string&, Milliseconds duration, unsigned most) override {
    std::vector<WorkUnit> out;
    const std::string token = NewToken();
    const auto from = static_cast<std::int64_t>(XXH3_64bits(token.data(), token.size()) >> 1);
    const std::string open = fmt::format("state={} AND rank", kOpen),
                      late = fmt::format("state={} AND until<{} AND CAST(", kLeased, now_);
    for (const std::string& which : {open + ">=?", open + "<?", late + "? AS BIGINT)>=0"}) {
      if (out.size() >= most) break;
      RW_ASSIGN(
          const auto update,
          db_->Prepare(fmt::format(
              "UPDATE unit SET state={}, token=?, until={}+?, tries=tries+1 WHERE job=? AND id IN (SELECT id FROM unit WHERE "
              "job=? AND {} AND generation=(SELECT generation FROM job WHERE id=? AND state={}) ORDER BY rank LIMIT {}{}) "
              "RETURNING id, generation, tries, work",
              kLeased, now_, which, static_cast<std::int64_t>(JobState::kRunning), most - out.size(),
              db_->SkipLocked())));  // a number: the server must know that they are few
      update->Bind(token).Bind(duration.count()).Bind(job).Bind(job).Bind(from).Bind(job);
      for (;;) {
        RW_ASSIGN(const bool row, update->Step());
        if (!row) break;
        WorkUnit unit;
        unit.id = update->Text();
        unit.token = token;
        unit.generation = update->Int();
        unit.tries = update->Int();
        unit.work = update->Blob();
        out.push_back(std::move(unit));
      }
    }
    return out;
  }

  Result<Pulse> Beat(const std::string& job, const WorkUnit& unit, Milliseconds duration) override {
    RW_ASSIGN(const auto update,
              db_->Prepare(fmt::format("UPDATE unit SET until={}+? WHERE job=? AND id=? AND token=? AND state+0={} "
                                       "RETURNING generation",
                                       now_, kLeased)));
    Pulse pulse;
    RW_ASSIGN(pulse.held, update->Bind(duration.count()).Bind(job).Bind(unit.id).Bind(unit.token).Step());
    if (pulse.held) RW_TRY(update->Run());
    RW_ASSIGN(const auto select, db_->Prepare(fmt::format(
                                     "SELECT state, generation, (SELECT count(*) FROM unit u WHERE u.job=j.id AND u.state={} AND "
                                     "u.generation=j.generation), (SELECT count(*) FROM worker w WHERE w.job=j.id AND "
                                     "w.state='idle' AND w.seen>{}-{}) FROM job j WHERE id=?",
                                     kOpen, now_, kSeenLately)));
    RW_ASSIGN(const bool row, select->Bind(job).Step());
    if (!row) return Pulse{.held = false, .state = JobState::kStopped};
    pulse.state = static_cast<JobState>(select->Int());
    pulse.held = select->Int() == unit.generation && pulse.held;
    pulse.open = select->Int();
    pulse.idle = select->Int();
    return pulse;
  }

  Result<bool> Keep(const std::string& job, const WorkUnit& unit, const std::string& work, const std::vector<std::string>& parts,
                    Milliseconds duration) override {
    RW_ASSIGN(Transaction transaction, Transaction::Begin(*db_));
    RW_ASSIGN(const bool held, Change(job, unit, work, kLeased, duration));
    if (!held) return false;
    RW_TRY(AddUnits(job, unit.generation, unit.id, parts));
    RW_TRY(transaction.Commit());
    return true;
  }

  Result<bool> Finish(const std::string& job, const WorkUnit& unit, const std::string& work) override {
    return Change(job, unit, work, kDone, {});
  }

  Result<void> FinishMany(const std::string& job, const std::vector<WorkUnit>& units) override {
    if (units.empty()) return {};
    std::string marks;
    for (std::size_t i = 0; i < units.size(); ++i) marks += i == 0 ? "?" : ", ?";
    RW_ASSIGN(const auto update,
              db_->Prepare(fmt::format("UPDATE unit SET state={} WHERE job=? AND token=? AND state+0={} AND id IN ({})", kDone,
                                       kLeased, marks)));
    update->Bind(job).Bind(units[0].token);  // leased together
    for (const WorkUnit& unit : units) update->Bind(unit.id);
    return update->Run();
  }

  Result<bool> GiveBack(const std::string& job, const WorkUnit& unit, const std::string& work) override {
    return Change(job, unit, work, kOpen, {});
  }

  Result<bool> Restart(const std::string& job, const WorkUnit& unit, const std::string& work) override {
    RW_ASSIGN(Transaction transaction, Transaction::Begin(*db_));
    RW_ASSIGN(const bool held, Change(job, unit, work, kDone, {}));
    if (!held) return false;
    RW_ASSIGN(const auto next, db_->Prepare("UPDATE job SET generation=generation+1 WHERE id=? AND generation=? RETURNING id"));
    RW_ASSIGN(const bool first, next->Bind(job).Bind(unit.generation).Step());
    if (!first) return false;  // another unit was before us
    RW_TRY(next->Run());
    RW_ASSIGN(const auto remove, db_->Prepare("DELETE FROM unit WHERE job=?"));
    RW_TRY(remove->Bind(job).Run());
    RW_TRY(AddUnits(job, unit.generation + 1, "", {work}));
    RW_TRY(transaction.Commit());
    return true;
  }

  Result<void> ForEachUnit(const std::string& job, const std::function<Result<void>(std::string, bool)>& visit) override {
    std::string after;
    for (;;) {
      RW_ASSIGN(
          const auto select,
          db_->Prepare("SELECT id, state, work FROM unit WHERE job=? AND generation=(SELECT generation FROM job WHERE id=?) "
                       "AND id>? ORDER BY id LIMIT 64"));
      select->Bind(job).Bind(job).Bind(after);
      int count = 0;
      for (;; ++count) {
        RW_ASSIGN(const bool row, select->Step());
        if (!row) break;
        after = select->Text();
        const bool done = select->Int() == kDone;
        RW_TRY(visit(select->Blob(), done));
      }
      if (count < 64) return {};
    }
  }

  Result<void> AddFinding(const std::string& job, const WorkFinding& finding) override {
    RW_ASSIGN(const auto insert,
              db_->Prepare(fmt::format(
                  "INSERT INTO found(job, id, finding, schedule, at) VALUES(?, ?, ?, ?, {}) ON CONFLICT DO NOTHING", now_)));
    return insert->Bind(job).Bind(finding.id).BindBlob(finding.finding).BindBlob(finding.schedule).Run();
  }

  Result<std::vector<WorkFinding>> Findings(const std::string& job, const std::vector<std::string>& known) override {
    RW_ASSIGN(const auto ids, db_->Prepare("SELECT id FROM found WHERE job=? ORDER BY at, id"));
    ids->Bind(job);
    std::vector<std::string> fresh;
    for (;;) {
      RW_ASSIGN(const bool row, ids->Step());
      if (!row) break;
      std::string id = ids->Text();
      if (std::ranges::find(known, id) == known.end()) fresh.push_back(std::move(id));
    }
    std::vector<WorkFinding> out;
    for (const std::string& id : fresh) {
      RW_ASSIGN(const auto select, db_->Prepare("SELECT finding, schedule FROM found WHERE job=? AND id=?"));
      RW_ASSIGN(const bool row, select->Bind(job).Bind(id).Step());
      if (!row) continue;
      WorkFinding finding{.id = id, .finding = select->Blob(), .schedule = {}};
      finding.schedule = select->Blob();
      out.push_back(std::move(finding));
    }
    return out;
  }

  Result<void> Report(const std::string& job, const WorkerStatus& worker) override {
    RW_ASSIGN(const auto put, db_->Prepare(fmt::format(
                                  "INSERT INTO worker(job, id, node, state, began, seen, units, schedules) VALUES(?, ?, ?, ?, "
                                  "{}, {}, ?, ?) ON CONFLICT(job, id) DO UPDATE SET state=excluded.state, "
                                  "seen=excluded.seen, units=excluded.units, schedules=excluded.schedules",
                                  now_, now_)));
    return put->Bind(job).Bind(worker.id).Bind(worker.node).Bind(worker.state).Bind(worker.units).Bind(worker.schedules).Run();
  }

  Result<std::optional<JobStatus>> Status(const std::string& job) override {
    JobStatus out;
    RW_ASSIGN(const auto found, FindJob(job));
    if (!found) return std::nullopt;
    out.job = *found;
    RW_ASSIGN(out.now, db_->Number(fmt::format("SELECT {}", now_)));
    // One statement: with a generation that was read before, a job that begins anew meanwhile would seem to have no units.
    RW_ASSIGN(const auto counts, db_->Prepare("SELECT state, count(*) FROM unit WHERE job=? AND generation=(SELECT generation "
                                              "FROM job WHERE id=?) GROUP BY state"));
    counts->Bind(job).Bind(job);
    for (;;) {
      RW_ASSIGN(const bool row, counts->Step());
      if (!row) break;
      const std::int64_t state = counts->Int();
      (state == kOpen ? out.open : state == kLeased ? out.leased : out.done) = counts->Int();
    }
    RW_ASSIGN(const auto workers,
              db_->Prepare("SELECT id, node, state, began, seen, units, schedules FROM worker WHERE job=? ORDER BY node, id"));
    workers->Bind(job);
    for (;;) {
      RW_ASSIGN(const bool row, workers->Step());
      if (!row) return out;
      WorkerStatus worker;
      worker.id = workers->Text();
      worker.node = workers->Text();
      worker.state = workers->Text();
      worker.began = workers->Int();
      worker.seen = workers->Int();
      worker.units = workers->Int();
      worker.schedules = workers->Int();
      out.workers.push_back(std::move(worker));
    }
  }

 private:
  // True: the lease was held, and the unit has this state and work now.
  Result<bool> Change(const std::string& job, const WorkUnit& unit, const std::string& work, std::int64_t state,
                      Milliseconds duration) {
    RW_ASSIGN(const auto update, db_->Prepare(fmt::format("UPDATE unit SET state=?, work=?, until={}+? WHERE job=? AND id=? AND "
                                                          "token=? AND state+0={} RETURNING id",
                                                          now_, kLeased)));
    update->Bind(state).BindBlob(work).Bind(duration.count()).Bind(job).Bind(unit.id).Bind(unit.token);
    RW_ASSIGN(const bool held, update->Step());
    if (held) RW_TRY(update->Run());
    return held;
  }

  // Named by their content and where they come from: added again, they are the same.
  Result<void> AddUnits(const std::string& job, std::int64_t generation, const std::string& from,
                        const std::vector<std::string>& units) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::string id = ContentId(fmt::format("{} {} {} {} ", job, generation, from, from.empty() ? i : 0) + units[i]);
      RW_ASSIGN(
          const auto insert,
          db_->Prepare(fmt::format("INSERT INTO unit(job, id, generation, state, rank, token, until, tries, work) VALUES(?, ?, "
                                   "?, {}, ?, '', 0, 0, ?) ON CONFLICT DO NOTHING",
                                   kOpen)));
      // Any order will do; one that differs from the order of arrival keeps those who lease at once apart.
      const auto rank = static_cast<std::int64_t>(XXH3_64bits(id.data(), id.size()) >> 1);
      RW_TRY(insert->Bind(job).Bind(id).Bind(generation).Bind(rank).BindBlob(units[i]).Run());
    }
    return {};
  }

  std::unique_ptr<Database> db_;
  std::string now_;
};

}  // namespace

std::string ContentId(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return ToHex(hash.high64) + ToHex(hash.low64);
}

Result<std::unique_ptr<WorkStore>> OpenWorkStore(const std::string& where, const StoreOptions& options) {
  RW_ASSIGN(auto database, IsServerStore(where) ? OpenPostgres(where, options) : OpenSqlite(where, options));
  auto store = std::make_unique<SqlWorkStore>(std::move(database));
  RW_TRY(store->Open());
  return store;
}

}  // namespace reweave::inline store
