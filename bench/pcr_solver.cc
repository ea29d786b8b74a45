// The closure solver of PCR against Z3 on the same questions: runs of threads that work under locks, pairs "write, then read" of
// two threads, all reads kept.
//     pcr_solver [--queries N] [--z3-queries N] [--z3-timeout MS]
// A row is a number of events that one question is about. Time of the closure solver is processor time.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "techniques/pcr/closure.h"
#include "techniques/pcr/testing/random_runs.h"
#include "techniques/pcr/z3.h"

namespace {

using namespace reweave;
using namespace reweave::pcr;

struct Options {
  std::size_t queries = 200, z3_queries = 12;
  unsigned z3_timeout_ms = 30000;
};

struct Row {
  unsigned threads;
  std::size_t events;  // of a problem, about
};

double CpuMicroseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

double MeanOf(const std::vector<double>& list) {
  double sum = 0;
  for (const double v : list) sum += v;
  return list.empty() ? 0 : sum / static_cast<double>(list.size());
}

double MedianOf(std::vector<double> list) {
  std::ranges::sort(list);
  return list.empty() ? 0 : list[list.size() / 2];
}

// Pairs of a write and a read of two threads on one cell whose problem has about as many events as wanted.
std::vector<Query> Questions(const pcr::Run& run, std::size_t events, std::size_t wanted) {
  std::vector<Query> out;
  std::mt19937 random(11);
  for (int tries = 0; tries < 200000 && out.size() < wanted; ++tries) {
    const CellAccess &a = run.accesses[random() % run.accesses.size()], &b = run.accesses[random() % run.accesses.size()];
    if (a.cell != b.cell || run.events[a.event].tid == run.events[b.event].tid || !a.writes || !b.reads) continue;
    Query query;
    query.steps = {a.event, b.event}, query.cells = {a.cell};
    const std::size_t size = Problem(run, query).size();
    if (size >= events - events / 10 && size <= events + events / 10) out.push_back(std::move(query));
  }
  return out;
}

void Measure(const Row& row, const Options& options, const Z3* z3) {
  RandomRunOptions shape;
  shape.threads = row.threads, shape.events = static_cast<unsigned>(row.events * 5 / 2), shape.variables = 40, shape.locks = 4;
  shape.conditions = shape.rwlocks = shape.tries = false, shape.values = 1000;
  const auto run = pcr::Run::Make(RandomRun(5, shape).Make());
  if (!run) return;
  const std::vector<Query> questions = Questions(*run, row.events, options.queries);
  if (questions.empty()) return;
  Closure closure;
  closure.Solve(Problem(*run, questions[0]));  // memory that is kept from then on
  std::vector<double> ours, both_ours, theirs;
  std::size_t events = 0, clauses = 0, possible = 0, disagree = 0, open = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const double start = CpuMicroseconds();
    const Problem problem(*run, questions[i]);
    const Answer answer = closure.Solve(problem);
    ours.push_back(CpuMicroseconds() - start);
    events += problem.size(), possible += answer.verdict == Verdict::kPossible;
    if (z3 == nullptr || i >= options.z3_queries) continue;
    const double begin = CpuMicroseconds();
    const Formula formula = MakeFormula(problem);
    const FormulaAnswer other = z3->Solve(formula, options.z3_timeout_ms);
    theirs.push_back(CpuMicroseconds() - begin);
    both_ours.push_back(ours.back());
    clauses += formula.clauses.size();
    open += other.verdict == Verdict::kUnknown;
    disagree += other.verdict != Verdict::kUnknown && other.verdict != answer.verdict;
  }
  const auto n = static_cast<double>(questions.size());
  fmt::print("| {} | {:.0f} | {} | {:.0f} % | {:.0f} | {:.0f} | {:.0f} | ", row.threads, static_cast<double>(events) / n,
             questions.size(), 100 * static_cast<double>(possible) / n, MeanOf(ours), MedianOf(ours),
             *std::ranges::max_element(ours));
  if (theirs.empty()) fmt::print("| | | | |\n");
  else
    fmt::print("{} | {:.0f} | {:.1f} ({:.1f}) | {:.0f} | {} |\n", theirs.size(),
               static_cast<double>(clauses) / static_cast<double>(theirs.size()), MeanOf(theirs) / 1000,
               *std::ranges::max_element(theirs) / 1000, MeanOf(theirs) / MeanOf(both_ours),
               open != 0       ? fmt::format("{} open", open)
               : disagree != 0 ? fmt::format("{} differ", disagree)
                               : "agree");
  std::fflush(stdout);
}

bool Number(const char* text, auto& out) {
  const std::string_view view(text);
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), out);
  return error == std::errc() && end == view.data() + view.size();
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string flag = argv[i];
    const bool known = i + 1 < argc && ((flag == "--queries" && Number(argv[i + 1], options.queries) && options.queries > 0) ||
                                        (flag == "--z3-queries" && Number(argv[i + 1], options.z3_queries)) ||
                                        (flag == "--z3-timeout" && Number(argv[i + 1], options.z3_timeout_ms)));
    if (!known) {
      std::fputs("usage: pcr_solver [--queries N] [--z3-queries N] [--z3-timeout MS]\n", stderr);
      return 2;
    }
  }
  const Z3* z3 = options.z3_queries != 0 ? Z3::Load() : nullptr;
  fmt::print("| threads | events of a question | questions | possible | closure, mean us | median | most | of them by Z3 | "
             "clauses | Z3, mean (most) ms | "
             "times as long | verdicts |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Row& row :
       {Row{2, 40}, Row{2, 600}, Row{4, 600}, Row{2, 1500}, Row{4, 1700}, Row{2, 4200}, Row{2, 50000}, Row{8, 50000}}) {
    Options own = options;
    if (row.events > 1000) own.z3_queries = 0;  // twelve of them take many minutes
    if (row.events > 10000) own.queries = std::min<std::size_t>(own.queries, 20);
    Measure(row, own, z3);
  }
}
