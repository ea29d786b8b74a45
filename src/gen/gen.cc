#include "gen/gen.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "base/interrupt.h"
#include "explore/explorer.h"
#include "gen/base.h"
#include "gen/mine.h"
#include "gen/minimise.h"
#include "gen/read_class.h"
#include "gen/tests.h"
#include "gen/wrapper.h"

namespace reweave::gen {

namespace fs = std::filesystem;

namespace {

Result<CompileFlags> Flags(const GenOptions& options) {
  if (!options.flags) return FlagsFromDatabase(options.database, options.header);
  CompileFlags out;
  out.directory = fs::current_path().string();
  out.flags = *options.flags;
  return out;
}

// Passing tests for the report: a few, each of other methods.
Result<void> KeepPassing(const GenOptions& options, GenResult& result, Runner& runner, Trials& trials, TestWriter& writer) {
  std::set<std::set<int>> methods;
  std::size_t kept = 0, tried = 0;
  const std::size_t most =
      2 * options.keep_passing + 2;  // of a class with many faults few pass, and each is compiled and explored
  for (const Candidate& candidate : result.search.covering) {
    if (kept >= options.keep_passing || tried >= most || writer.over() || Interrupted()) break;
    std::set<int> used;
    for (const auto& calls : candidate.threads)
      for (const Call& call : calls) used.insert(call.op);
    if (!methods.insert(used).second) continue;
    RW_ASSIGN(const Sequential sequential, runner.RunOrders(candidate, trials.probes()));
    if (sequential.fails || sequential.may_block) continue;
    ++tried;
    TestWriter::Refusal refusal;
    RW_ASSIGN(std::optional<GenTest> test, writer.WritePassing(candidate, sequential.orders, refusal));
    if (!refusal.compiles) result.not_compiled.push_back(refusal.why);
    if (!test) continue;
    ++kept;
    result.tests.push_back(std::move(*test));
  }
  return {};
}

Result<std::unique_ptr<BaseVersion>> PrepareBase(const GenOptions& options, const Subject& subject, const BuildOptions& build) {
  std::string top = options.base_top, tree = options.base_tree;
  if (tree.empty()) {
    tree = options.work + "/base-tree";
    RW_ASSIGN(top, ExportRevision(options.header, options.base, tree));
  }
  if (options.message) options.message("building the wrapper of the base");
  return BaseVersion::Build(subject, build, top, tree);
}

Result<void> LeaveOutOld(BaseVersion& base, const std::vector<Call>& probes, std::vector<Failure>& failures,
                         std::vector<Failure>& old) {
  std::vector<Failure> fresh;
  for (Failure& failure : failures) {
    RW_ASSIGN(const bool shows, base.Shows(failure, probes));
    (shows ? old : fresh).push_back(std::move(failure));
  }
  failures = std::move(fresh);
  return {};
}

Result<void> UseSuppressions(const GenOptions& options, Trials& trials) {
  detect::Suppressions users, known;
  if (!options.suppressions.empty()) {
    RW_ASSIGN(users, detect::Suppressions::Read(options.suppressions));
  }
  if (options.default_suppressions) {
    RW_ASSIGN(known, detect::Suppressions::Parse(detect::DefaultSuppressionText(), "bundled suppressions"));
  }
  trials.Suppress(std::move(users), std::move(known));
  return {};
}

// Makes the failures small and writes their tests. A failure that its test does not show again may have hidden others that seemed
// to have the same cause: then these are looked at.
Result<void> WriteFailures(const GenOptions& options, std::vector<Failure> found, BaseVersion* base, Trials& trials,
                           TestWriter& writer, const Subject& subject, GenResult& result) {
  constexpr int kRounds = 3;
  std::size_t begun = 0;  // tests
  const auto say = [&](const char* what, const Failure& failure) {
    if (options.status) options.status(fmt::format("{} a {}: {}", what, failure.kind, BesideText(subject, failure.candidate)));
  };
  std::vector<Failure> all;
  std::set<std::string> seen, refuted;
  for (int round = 0; round < kRounds; ++round) {
    std::erase_if(found, [&](const Failure& failure) { return refuted.contains(failure.key()); });
    std::vector<Failure> some = OnePerCause(found);
    std::erase_if(some, [&](const Failure& failure) { return !seen.insert(failure.key() + failure.message).second; });
    for (Failure& failure : some) {
      say("making small:", failure);
      // The first one always gets a test, whatever is left.
      const auto share = std::clamp<std::chrono::nanoseconds>(writer.left() / (2 * static_cast<std::int64_t>(some.size())),
                                                              std::chrono::milliseconds(200), std::chrono::seconds(4));
      RW_ASSIGN(failure, Minimise(trials, failure, share));
      seen.insert(failure.key() + failure.message);
    }
    // Once they are small, more of them turn out to have the same cause.
    some = OnePerCause(std::move(some));
    if (base != nullptr) RW_TRY(LeaveOutOld(*base, trials.probes(), some, result.old));
    const std::size_t before = refuted.size();
    for (const Failure& failure : some) {
      if (writer.over() && begun > 0) {
        result.not_shown.push_back({failure, "there was no time left to write its test (--time gives more)", false});
        continue;
      }
      ++begun;
      say("writing the test of", failure);
      TestWriter::Refusal refusal;
      RW_ASSIGN(std::optional<GenTest> test, writer.WriteFailing(failure, refusal));
      if (test) result.tests.push_back(std::move(*test));
      else if (!refusal.why.empty())
        result.not_shown.push_back({failure, refusal.why, refusal.compiles}), refuted.insert(failure.key());
    }
    all.insert(all.end(), some.begin(), some.end());
    if (refuted.size() == before || writer.over()) break;
  }
  result.search.failures = std::move(all);
  return {};
}

Result<void> CheckInvariant(const SubjectOptions& options, const Subject& subject) {
  const auto lost = std::ranges::find(subject.left_out, options.invariant, &LeftOut::signature);
  if (!options.invariant_must_compile || lost == subject.left_out.end()) return {};
  return Fail(ErrorCategory::kUsage, "the invariant cannot be used", options.invariant, lost->reason,
              "it is an expression over `object`: --invariant 'object.size() <= object.capacity()'");
}

// Before time is spent: the tests have a place.
Result<void> CheckOut(const std::string& directory) {
  std::error_code error;
  if (fs::is_directory(directory, error)) return {};
  const bool made = fs::create_directories(directory, error);
  if (error)
    return Fail(ErrorCategory::kUsage, "the directory for the tests cannot be made", directory, error.message(),
                "name another one by --out");
  if (made) fs::remove(directory, error);  // it is made again when there is a test
  return {};
}

}  // namespace

Result<GenResult> Generate(const GenOptions& given) {
  GenOptions options = given;
  std::error_code error;
  if (!fs::is_regular_file(options.header, error))
    return Fail(ErrorCategory::kUsage, "no such header", options.header, {}, "give the path of the file that declares the class");
  options.header = fs::absolute(options.header, error).lexically_normal().string();
  if (options.search.status == nullptr) options.search.status = options.status;
  if (options.write && !options.list_only) RW_TRY(CheckOut(options.out));
  if (!options.suppressions.empty()) RW_TRY(detect::Suppressions::Read(options.suppressions));  // before anything is built
  RW_ASSIGN(const CompileFlags flags, Flags(options));
  RW_ASSIGN(ClassModel model, ReadClass(options.tools, options.header, options.name, flags));
  std::vector<std::string> tests = flags.sources;
  tests.insert(tests.end(), options.tests.begin(), options.tests.end());
  options.subject.pools.mined = MineFiles(tests, model);
  RW_ASSIGN(Subject subject, MakeSubject(std::move(model), options.subject));
  GenResult result;
  if (options.list_only) {
    result.subject = std::move(subject);
    return result;
  }
  if (options.work.empty()) options.work = ".reweave/gen/" + SnakeCase(subject.model.name);
  RW_ASSIGN(options.work, PrepareOutDir(options.work));
  const BuildOptions build{
      .drivers = options.tools, .work = options.work, .database = options.database, .flags = flags, .link = options.link};
  if (options.message) options.message("building the wrapper");
  RW_ASSIGN(const Built built, BuildWrapper(subject, build));
  RW_TRY(CheckInvariant(options.subject, subject));
  std::unique_ptr<BaseVersion> base;
  if (!options.base.empty() || !options.base_tree.empty()) {
    RW_ASSIGN(base, PrepareBase(options, subject, build));
    RW_ASSIGN(options.search.only, base->ChangedMethods(built.program));
    result.compared = true;
    result.changed_methods = options.search.only.size();
    if (options.search.only.empty()) {
      result.subject = std::move(subject);
      return result;
    }
  }
  RW_ASSIGN(const std::unique_ptr<Runner> runner, Runner::Create(built.program, options.work));
  options.search.writes = options.write;
  const auto end = std::chrono::steady_clock::now() + options.search.time;
  Search search(subject, *runner, options.search);
  RW_TRY(UseSuppressions(options, search.trials()));
  RW_ASSIGN(result.search, search.Run());
  if (result.search.tried == 0 && runner->counts().unsupported > 0)
    return Fail(ErrorCategory::kTarget, fmt::format("'{}' cannot be explored", subject.model.name), options.header,
                runner->counts().unsupported_text);
  const std::vector<Failure> found = result.search.failures;
  result.search.failures = OnePerCause(std::move(result.search.failures));
  if (options.write) {
    TestWriter writer(options, subject, build, built, search.trials(), end);
    RW_TRY(WriteFailures(options, found, base.get(), search.trials(), writer, subject, result));
    RW_TRY(KeepPassing(options, result, *runner, search.trials(), writer));
  }
  result.suppressed = search.trials().suppressed();
  result.own_threads = search.trials().own_threads();
  result.unused_suppressions = search.trials().suppressions().Unused();
  result.subject = std::move(subject);
  result.interrupted = Interrupted();
  return result;
}

}  // namespace reweave::gen
