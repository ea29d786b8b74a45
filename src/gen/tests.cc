#include "gen/tests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/command.h"
#include "base/file.h"
#include "explore/explorer.h"
#include "suite/native_run.h"

namespace reweave::gen {

namespace fs = std::filesystem;

namespace {

constexpr int kSeeds = 3;  // searches that must each show the failure

std::string KindWords(const std::string& kind) {
  if (kind == "race") return "data race";
  if (kind == "linearisability") return "results that no order of the calls gives";
  if (kind == "invariant") return "the invariant does not hold";
  if (kind == "heap") return "heap error";
  if (kind == "signal") return "crash";
  if (kind == "exception") return "an exception that no order of the calls throws";
  if (kind == "assert") return "failed assertion";
  if (kind == "timeout") return "a call that does not end";
  return kind;
}

// What raced, for the test's comment. Places in the wrapper, which nobody else has, are left out.
std::string RaceNote(const std::string& message) {
  if (message.find("wrapper.cc") == std::string::npos) return message;
  std::size_t end = message.size();
  for (const char* access : {": read at", ": write at", ": atomic ", ": free at"}) end = std::min(end, message.find(access));
  return message.substr(0, end);
}

// A check at the end of the test shows it.
bool IsCheck(const Failure& failure) { return failure.kind == "linearisability" || failure.kind == "invariant"; }

// The finding that the failure is about.
const Finding* Shown(const ExploreResult& result, const Failure& failure) {
  // A check that fails ends the test with status 1.
  const auto same = IsCheck(failure) ? FindingKind::kExit : FindingKindNamed(failure.kind);
  const Finding* any = nullptr;
  for (const Finding& finding : result.findings) {
    if (finding.kind != same) continue;
    // Of several races, the one that was seen.
    if (finding.kind != FindingKind::kRace || finding.message == failure.message) return &finding;
    if (any == nullptr) any = &finding;
  }
  if (any != nullptr) return any;
  for (const Finding& finding : result.findings)
    if (failure.kind != "race" && finding.kind != FindingKind::kRace) return &finding;
  return nullptr;
}

// What a method returned a reference to was read by its caller, outside of the class: words for the report, else "".
std::string DoubtOfReference(const Subject& subject, const Candidate& candidate, const Finding& finding,
                             const std::string& test) {
  const auto in_test = [&](const FindingSite& site) {
    return (!site.role.empty() || &site == &finding.sites.front()) && site.role.find("created") == std::string::npos &&
           fs::path(site.position.file).filename() == test + ".cc";
  };
  if (finding.kind != FindingKind::kRace && finding.kind != FindingKind::kHeap) return "";
  if (std::ranges::none_of(finding.sites, in_test)) return "";
  for (const auto& calls : candidate.threads)
    for (const Call& call : calls)
      if (const Callable& callable = subject.method(call.op).callable; IsReadByCaller(callable))
        return fmt::format(
            "reads what {} returned a reference to, after the call: it may be wrong use if the class says how long "
            "that lasts (--exclude {} leaves it out)",
            callable.name, callable.name);
  return "";
}

// A search of a test ends when it has what it looks for; what is written late gets a second at least.
Result<ExploreResult> ExploreTest(const GenOptions& gen, const std::string& program, std::uint64_t seed, const std::string& kind,
                                  std::chrono::nanoseconds left) {
  using std::chrono::nanoseconds, std::chrono::seconds;
  ExploreOptions options;
  options.default_suppressions = gen.default_suppressions;
  RW_ASSIGN(options.target.program, InspectProgram({program}));
  options.strategy = "auto";
  options.strategy_options.seed = seed;
  options.time = std::clamp<nanoseconds>(left, seconds(kind == "timeout" ? 4 : 1), seconds(kind.empty() ? 2 : 10));
  if (kind == "timeout") options.target.run_timeout = std::chrono::seconds(3);  // each of its runs takes that long
  if (kind == "race") options.stop_on = {"race"};
  return Explore(options);
}

}  // namespace

std::string TestWriter::IncludeText() const {
  std::error_code ignored;
  const fs::path header = fs::weakly_canonical(subject_.model.header, ignored);
  std::vector<std::string> directories;
  const auto& flags = build_.flags.flags;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    for (const char* flag : {"-I", "-isystem", "-iquote"}) {
      if (flags[i] == flag && i + 1 < flags.size()) directories.push_back(flags[i + 1]);
      else if (flags[i].starts_with(flag) && flags[i] != flag)
        directories.push_back(flags[i].substr(std::string_view(flag).size()));
    }
  }
  fs::path best;
  for (const std::string& directory : directories) {
    const fs::path full = fs::weakly_canonical(fs::path(build_.flags.directory) / directory, ignored);
    const fs::path rest = header.lexically_relative(full);
    if (!rest.empty() && *rest.begin() != ".." && (best.empty() || rest.string().size() < best.string().size())) best = rest;
  }
  if (!best.empty()) return "\"" + best.string() + "\"";
  const fs::path system = header.lexically_relative("/usr/include");
  if (!system.empty() && *system.begin() != "..") return "<" + system.string() + ">";
  return "\"" + header.lexically_relative(fs::weakly_canonical(fs::absolute(options_.out, ignored), ignored)).string() + "\"";
}

std::string TestWriter::FreeName(const std::string& stem) const {
  std::error_code ignored;
  for (int number = 1;; ++number) {
    const std::string name = fmt::format("{}_{}", stem, number);
    if (!fs::exists(fs::path(options_.out) / (name + ".cc"), ignored)) return name;
  }
}

std::string TestWriter::Earlier(const std::string& file, const std::string& stem) const {
  std::error_code ignored;
  const auto own = ReadFile(file, "cannot read test");
  const std::string name = fs::path(file).stem().string();
  for (int number = 1; own; ++number) {
    const std::string other = fmt::format("{}_{}", stem, number), path = (fs::path(options_.out) / (other + ".cc")).string();
    if (other == name || !fs::exists(path, ignored)) break;
    auto text = ReadFile(path, "cannot read test");
    if (!text) continue;
    // They name themselves.
    if (const auto at = text->find("./" + other); at != std::string::npos) text->replace(at + 2, other.size(), name);
    if (*text != *own) continue;
    fs::remove(file, ignored);
    return path;
  }
  return file;
}

EmitRequest TestWriter::Request(const Candidate& candidate, const std::string& title) const {
  return {.subject = subject_,
          .probes = probes_,
          .candidate = candidate,
          .include = IncludeText(),
          .title = title,
          .notes = {},
          .suite = CamelCase(subject_.model.short_name),
          .name = {},
          .parts = {},
          .orders = {},
          .invariant = false,
          .framework = options_.framework};
}

Result<std::string> TestWriter::WriteFile(const EmitRequest& request, const std::string& name) {
  std::error_code ignored;
  fs::create_directories(options_.out, ignored);
  const std::string file = (fs::path(options_.out) / (name + ".cc")).string();
  RW_TRY(reweave::WriteFile(file, Emit(request), "cannot write test"));
  // In the style of the project; without clang-format, or without a style, as it is.
  for (const char* formatter : {"clang-format-19", "clang-format"}) {
    const std::string path = FindInPath(formatter);
    if (path.empty()) continue;
    RW_TRY(RunNatively(CommandSpec({path, "-i", "--style=file", "--fallback-style=Google", file}, ""), RunLimits{}));
    break;
  }
  return file;
}

std::optional<std::string> TestWriter::Build(const std::string& file, const std::string& name, Refusal& refusal) {
  const std::string program = build_.work + "/" + name;
  std::error_code ignored;
  const auto built = BuildTest(fs::absolute(file, ignored).string(), program, build_.drivers + "/reweave-c++", built_, build_,
                               LinkFlags(options_.framework));
  if (built) return program;
  refusal = {built.error().ToString(), false};
  fs::remove(file, ignored);
  return std::nullopt;
}

Result<std::optional<GenTest>> TestWriter::WriteFailing(const Failure& failure, Refusal& refusal) {
  const std::string beside = BesideText(subject_, failure.candidate);
  EmitRequest request = Request(failure.candidate, fmt::format("{}: {}.", beside, KindWords(failure.kind)));
  const std::string stem = fmt::format("{}_{}", SnakeCase(subject_.model.short_name), failure.kind), name = FreeName(stem);
  request.name = CamelCase(failure.kind + " " + beside);
  if (failure.kind == "race") request.notes.push_back(RaceNote(failure.message));
  if (!failure.doubt.empty()) request.notes.push_back("It " + failure.doubt + ".");
  request.notes.push_back(
      fmt::format("Written by `reweave gen`. To see it fail: build it with reweave-c++, then reweave explore -- ./{}", name));
  if (IsCheck(failure)) request.parts = failure.telling, request.orders = failure.orders;
  request.invariant = failure.kind == "invariant";
  RW_ASSIGN(const std::string file, WriteFile(request, name));
  const auto program = Build(file, name, refusal);
  if (!program) return std::nullopt;
  GenTest out{.file = {},
              .kind = failure.kind,
              .title = beside,
              .message = failure.message,
              .schedule_file = {},
              .schedules = 0,
              .const_only = failure.const_only,
              .doubt = failure.doubt};
  for (int seed = kSeeds; seed >= 1; --seed) {
    RW_ASSIGN(const ExploreResult result,
              ExploreTest(options_, *program, static_cast<std::uint64_t>(seed), failure.kind, left()));
    const Finding* finding = Shown(result, failure);
    // Checks of different tests have no more in common than their exit status.
    const bool hushed = finding != nullptr && trials_.IsSuppressed(*finding);
    const bool known =
        hushed || (finding != nullptr && !IsCheck(failure) && seed == kSeeds && !shown_.insert(finding->id).second);
    if (finding == nullptr || known) {
      refusal.why = known ? "" : "a test of its own did not show it again";
      std::error_code ignored;
      fs::remove(file, ignored);
      return std::nullopt;
    }
    if (!IsCheck(failure))
      out.message = finding->kind == FindingKind::kHeap && finding->subkind
                        ? fmt::format("{}, {}", *finding->subkind, finding->message)
                        : finding->message;
    if (out.doubt.empty()) out.doubt = DoubtOfReference(subject_, failure.candidate, *finding, name);
    out.schedule_file = finding->schedule_file;
    out.schedules = result.schedules;
  }
  out.file = Earlier(file, stem);
  return out;
}

Result<std::optional<GenTest>> TestWriter::WritePassing(const Candidate& candidate, const std::vector<Outcome>& orders,
                                                        Refusal& refusal) {
  const std::string beside = BesideText(subject_, candidate);
  EmitRequest request = Request(candidate, beside + ".");
  request.name = CamelCase(beside);
  request.notes.push_back(
      "Written by `reweave gen`: it passes, and covers access patterns that no other test of the class covers.");
  // Results of the calls, and what can be seen of the object without changing it: a few of each.
  std::size_t results = 0, probes = 0;
  if (!orders.empty() && trials_.IsCompared(candidate) && !trials_.own_threads())
    for (const auto& [part, value] : orders[0].parts) {
      const bool probe = part.starts_with("probe ");
      if (probe && !subject_.method(probes_[static_cast<std::size_t>(std::atoi(part.c_str() + 6))].op).callable.is_const)
        continue;
      if ((probe ? probes : results) >= 2 || value.starts_with("throw")) continue;
      if (std::ranges::any_of(orders, [&](const Outcome& order) { return PartOf(order, part) == nullptr; })) continue;
      ++(probe ? probes : results);
      request.parts.push_back(part);
    }
  // "Either true or false" checks nothing, and compilers say so.
  if (request.parts.size() == 1) {
    const auto some = [&](const char* value) {
      return std::ranges::any_of(orders, [&](const Outcome& order) { return *PartOf(order, request.parts[0]) == value; });
    };
    if (some("true") && some("false")) request.parts.clear();
  }
  request.orders = orders;
  const std::string stem = SnakeCase(subject_.model.short_name), name = FreeName(stem);
  RW_ASSIGN(const std::string file, WriteFile(request, name));
  const auto program = Build(file, name, refusal);
  if (!program) return std::nullopt;
  RW_ASSIGN(const ExploreResult result, ExploreTest(options_, *program, 1, "", left()));
  if (!std::ranges::all_of(result.findings, [&](const Finding& finding) { return trials_.IsSuppressed(finding); })) {
    std::error_code ignored;
    fs::remove(file, ignored);
    return std::nullopt;
  }
  GenTest out{.file = Earlier(file, stem),
              .kind = {},
              .title = beside,
              .message = {},
              .schedule_file = {},
              .schedules = result.schedules,
              .const_only = false,
              .doubt = {}};
  return out;
}

}  // namespace reweave::gen
