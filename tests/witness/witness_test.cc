// The searches of the engine against the enumerator: the same outcomes, program by program.
#include <gtest/gtest.h>

#include <algorithm>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "abi/annotations.h"
#include "detect/races.h"
#include "explore/search/bounded_search.h"
#include "explore/search/strategy.h"
#include "explore/target/program.h"
#include "explore/target/target.h"
#include "witness/language.h"

namespace reweave {
namespace {

namespace fs = std::filesystem;

constexpr int kBatch = 50;           // programs of one build
constexpr double kMostOrders = 600;  // interleavings of one program
constexpr std::uint64_t kMostRuns = 20000;

struct Search {
  std::string strategy;
  abi::Granularity granularity;
  unsigned every = 1;  // so many programs one is searched by this, unless all are wanted
};

const std::vector<Search>& Searches() {
  using abi::Granularity;
  // With a point at every access, these two make four fifths of all runs; and unbounded icb runs what dfs runs.
  static const std::vector<Search> kSearches = {
      {"dfs", Granularity::kAll, 15},          {"dfs", Granularity::kShared},    {"dpor", Granularity::kAll},
      {"dpor", Granularity::kShared},          {"icb", Granularity::kShared, 3}, {"stateful-dfs", Granularity::kShared},
      {"stateful-bfs", Granularity::kAll, 15}, {"dfs", Granularity::kRacing},    {"dpor", Granularity::kRacing},
      {"icb", Granularity::kRacing},           {"auto", Granularity::kRacing},
  };
  return kSearches;
}

// Why the plan could not be followed.
std::string Divergence(const Trace& trace) {
  const auto event = std::ranges::find(trace.events, abi::EventKind::kDiverged, &abi::Event::kind);
  if (event == trace.events.end()) return "diverged";
  return "diverged (" + std::string(DivergedReasonName(static_cast<abi::DivergedReason>(event->value))) + ", thread " +
         std::to_string(event->tid) + ", operation " + std::to_string(event->ordinal) + ", is at " +
         std::string(KindName(static_cast<abi::EventKind>(event->value2 >> 32))) + " " +
         std::to_string(event->value2 & 0xffffffff) + ")";
}

bool EndsByFailure(abi::EndKind kind) {
  using enum abi::EndKind;
  return kind == kAssert || kind == kHeap || kind == kAbort || kind == kSignal || kind == kException || kind == kMisuse;
}

std::string OutcomeOf(const Trace& trace, std::size_t threads) {
  std::string end;
  switch (trace.end_kind()) {
    case abi::EndKind::kPass: end = "end 0"; break;
    case abi::EndKind::kExit: end = "end " + std::to_string(trace.end().value); break;
    case abi::EndKind::kDiverged: end = Divergence(trace); break;
    default: end = std::string(EndKindName(trace.end_kind())); break;
  }
  std::vector<std::string> observed(threads);
  for (const abi::Event& event : trace.events) {
    if (event.kind != abi::EventKind::kAnnotate || event.tid >= threads) continue;
    if (event.value != static_cast<std::uint64_t>(abi::Annotation::kOutcome)) continue;  // what orders threads
    std::string& text = observed[event.tid];
    text += (text.empty() ? "" : " ") + std::to_string(static_cast<std::int64_t>(event.value2));
  }
  const bool twice = trace.end().value == static_cast<std::uint64_t>(abi::HeapError::kDoubleFree);
  if (trace.end_kind() == abi::EndKind::kHeap && twice) return "double free";
  if (EndsByFailure(trace.end_kind())) return end + " of " + std::to_string(trace.end().tid) + "|" + observed[trace.end().tid];
  for (const std::string& text : observed) end += "|" + text;
  return end;
}

const char* GranularityName(abi::Granularity granularity) {
  return granularity == abi::Granularity::kAll ? " all" : granularity == abi::Granularity::kRacing ? " racing" : " shared";
}

struct Explored {
  witness::Outcomes outcomes;
  bool exhausted = false;
  std::uint64_t runs = 0;
};

// What raced becomes a point, as the explorer has it.
class Racing {
 public:
  void Observe(const Trace& trace, Target& target, Strategy& strategy) {
    races_.Analyse(trace);
    std::vector<abi::SharedSlot> fresh;
    for (const abi::SharedSlot& slot : races_.racing()) {
      std::uint64_t& known = known_[slot.address];
      if ((known | slot.mask) != known) known |= slot.mask, fresh.push_back(slot);
    }
    if (fresh.empty()) return;
    target.AddRacing(fresh);
    strategy.PointsChanged();
  }

 private:
  detect::RaceDetector races_;
  std::map<std::uint64_t, std::uint64_t> known_;
};

Explored Explore(Target& target, const Search& search, const witness::Program& program) {
  StrategyOptions options;
  options.base.granularity = search.granularity;
  options.base.flags |= abi::kPlanFreeTime;  // a time limit may run out at any moment
  if (program.passes_misuse) options.base.flags |= abi::kPlanPassMisuse;
  options.bound = search.strategy == "icb" ? std::optional<std::uint32_t>(kNoBound) : std::nullopt;
  auto strategy = MakeStrategy(search.strategy, options);
  EXPECT_TRUE(strategy);
  Explored result;
  Trace trace;
  Racing racing;
  while (result.runs < kMostRuns) {
    const auto plan = (*strategy)->Next();
    if (!plan) break;
    EXPECT_TRUE(target.Submit(*plan));
    const auto status = target.NextRun(trace);
    if (!status) {
      ADD_FAILURE() << status.error().ToString();
      break;
    }
    ++result.runs;
    (*strategy)->Observe(*plan, trace);
    if (search.granularity == abi::Granularity::kRacing) racing.Observe(trace, target, **strategy);
    // A draw of auto's that cannot be followed is no outcome; a systematic search must follow what it plans.
    if (search.strategy == "auto" && trace.end_kind() == abi::EndKind::kDiverged) continue;
    if (trace.end_kind() != abi::EndKind::kStopped) result.outcomes.insert(OutcomeOf(trace, program.threads.size()));
  }
  result.exhausted = (*strategy)->exhausted();
  return result;
}

std::vector<std::string> Fields(const std::string& outcome) {
  std::vector<std::string> out(1);
  for (const char c : outcome) {
    if (c == '|') out.emplace_back();
    else out.back() += c;
  }
  return out;
}

// The same end, and each thread observed what the other outcome's did, only more or fewer of it: when the process ends or hangs,
// threads stand somewhere in steps that nobody can notice, and only a search with a point at every access tells these apart.
bool SameButForHowFar(const std::string& a, const std::string& b) {
  const auto x = Fields(a), y = Fields(b);
  if (x.size() != y.size() || x[0] != y[0]) return false;
  for (std::size_t i = 1; i < x.size(); ++i)
    if (!x[i].starts_with(y[i]) && !y[i].starts_with(x[i])) return false;
  return true;
}

std::string Differences(const witness::Outcomes& expected, const witness::Outcomes& seen, bool every_step) {
  std::string text;
  const auto found = [&](const std::string& outcome) {
    return seen.contains(outcome) ||
           (!every_step && std::ranges::any_of(seen, [&](const std::string& other) { return SameButForHowFar(outcome, other); }));
  };
  for (const std::string& outcome : expected)
    if (!found(outcome)) text += "  missed:  " + outcome + "\n";
  for (const std::string& outcome : seen)
    if (!expected.contains(outcome)) text += "  too many: " + outcome + "\n";
  return text;
}

fs::path Build(const std::vector<witness::Program>& programs, const std::string& name) {
  const fs::path folder = fs::path(WITNESS_WORK);
  fs::create_directories(folder);
  const fs::path source = folder / (name + ".cc"), program = folder / name;
  std::ofstream(source) << witness::PrintFile(programs);
  const std::string command = std::string(WITNESS_DRIVER) + " -std=c++20 -O1 -g -pthread -I" WITNESS_INCLUDE " " +
                              source.string() + " -o " + program.string();
  EXPECT_EQ(std::system(command.c_str()), 0) << command;  // NOLINT(cert-env33-c)
  return program;
}

// Between what a thread observes and the failure that it leads to there is no step, if the others cannot notice what was done.
bool EndsByWhatItSees(const witness::Program& program) {
  return std::ranges::any_of(program.threads, [](const std::vector<witness::Op>& ops) {
    return std::ranges::any_of(ops, [](const witness::Op& op) { return op.kind == witness::Kind::kEndIf; });
  });
}

bool HasTimeLimits(const witness::Program& program) {
  using witness::Kind;
  return std::ranges::any_of(program.threads, [](const std::vector<witness::Op>& ops) {
    return std::ranges::any_of(ops, [](const witness::Op& op) {
      return op.kind == Kind::kTimedRead || op.kind == Kind::kTimedWrite || op.kind == Kind::kTimedLock ||
             op.kind == Kind::kTimedWait || op.kind == Kind::kSemTimed;
    });
  });
}

// False: they differ. `totals` counts runs by search.
bool Check(const fs::path& binary, std::size_t number, const witness::Program& program, bool by_all,
           std::map<std::string, std::uint64_t>& totals) {
  const witness::Outcomes expected = witness::Enumerate(program);
  auto inspected = InspectProgram({binary.string(), std::to_string(number)});
  EXPECT_TRUE(inspected) << inspected.error().ToString();
  if (!inspected) return false;
  TargetOptions options;
  options.program = *inspected;
  options.spin = DefaultSpin(1);
  auto target = Target::Create(options);
  EXPECT_TRUE(target);
  bool same = true;
  const char* only = std::getenv("REWEAVE_WITNESS_ONLY");
  for (const Search& search : Searches()) {
    const std::string name = search.strategy + GranularityName(search.granularity);
    if (!by_all && program.seed % search.every != 0) continue;
    if (only != nullptr && name.find(only) == std::string::npos) continue;
    if (search.granularity == abi::Granularity::kRacing) target = Target::Create(options);  // one that knows no location yet
    const Explored seen = Explore(**target, search, program);
    totals[name] += seen.runs;
    const bool every_step = search.granularity == abi::Granularity::kAll && !EndsByWhatItSees(program);
    const std::string differences = Differences(expected, seen.outcomes, every_step);
    // A search over states that met a cycle does not claim to be complete. The others must be.
    // With a point at every access there are more interleavings than the enumerator has, sometimes too many.
    const bool too_many = search.granularity == abi::Granularity::kAll && seen.runs == kMostRuns;
    // A reduction that met a time limit does not claim it either.
    const bool limited = search.strategy == "dpor" && HasTimeLimits(program);
    const bool must_end = !search.strategy.starts_with("stateful") && search.strategy != "auto" && !too_many && !limited;
    if (!must_end && !seen.exhausted) continue;
    same &= differences.empty() && seen.exhausted;
    EXPECT_TRUE(differences.empty()) << "seed " << program.seed << ", " << name << ", " << seen.runs << " runs:\n" << differences;
    EXPECT_TRUE(seen.exhausted) << "seed " << program.seed << ", " << name << ", " << seen.runs << " runs";
  }
  return same;
}

TEST(Witness, SearchesComeToWhatTheEnumeratorSays) {
  std::map<std::string, std::uint64_t> totals;
  if (const char* seed = std::getenv("REWEAVE_WITNESS_SEED")) {
    const std::vector<witness::Program> one{witness::Generate(std::strtoull(seed, nullptr, 10), kMostOrders)};
    std::puts(witness::Print(one[0], "p").c_str());
    for (const std::string& outcome : witness::Enumerate(one[0])) std::printf("%s\n", outcome.c_str());
    Check(Build(one, "one"), 0, one[0], true, totals);
    return;
  }
  const bool slow = std::getenv("REWEAVE_TEST_SLOW") != nullptr;
  std::uint64_t programs = slow ? 10000 : 300;
  if (const char* wanted = std::getenv("REWEAVE_WITNESS_PROGRAMS")) programs = std::strtoull(wanted, nullptr, 10);
  std::uint64_t different = 0;
  std::uint64_t begin = 1;
  if (const char* wanted = std::getenv("REWEAVE_WITNESS_FIRST"))
    begin = std::strtoull(wanted, nullptr, 10), programs += begin - 1;
  for (std::uint64_t first = begin; first <= programs && different < 20; first += kBatch) {
    std::vector<witness::Program> batch;
    for (std::uint64_t seed = first; seed < first + kBatch && seed <= programs; ++seed)
      batch.push_back(witness::Generate(seed, kMostOrders));
    const fs::path binary = Build(batch, "batch" + std::to_string(first));
    for (std::size_t i = 0; i < batch.size() && different < 20; ++i) different += !Check(binary, i, batch[i], slow, totals);
  }
  for (const auto& [search, runs] : totals) std::printf("%s: %llu runs\n", search.c_str(), static_cast<unsigned long long>(runs));
}

}  // namespace
}  // namespace reweave
