#include "gen/base.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "change/program_change.h"
#include "gen/trial.h"
#include "suite/native_run.h"

namespace reweave::gen {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kRuns = 512;  // schedules in which the old version may show a failure

Result<std::string> Run(std::vector<std::string> words, const std::string& directory, const std::string& what,
                        const std::string& hint = {}) {
  const std::string where = words.back();
  RW_ASSIGN(const NativeRun run,
            RunNatively(CommandSpec(std::move(words), directory), RunLimits{.timeout = std::chrono::minutes(5)}));
  if (run.exited(0)) return run.output;
  return Fail(ErrorCategory::kUsage, what, where, run.output.substr(0, run.output.find('\n')), hint);
}

// A path below `top` becomes the same one below `tree`, if it is there.
std::string Moved(const std::string& path, const std::string& top, const std::string& tree) {
  std::error_code ignored;
  if (!path.starts_with(top + "/") && path != top) return path;
  const std::string moved = tree + path.substr(top.size());
  return fs::exists(moved, ignored) ? moved : path;
}

CompileFlags Moved(CompileFlags flags, const std::string& top, const std::string& tree) {
  std::error_code ignored;
  for (std::string& flag : flags.flags) {
    const auto at = flag.find('/');
    // -I../include is below the directory of the command.
    std::string prefix = flag.starts_with("-I") ? "-I" : "";
    std::string path = prefix.empty() ? (at == std::string::npos ? "" : flag.substr(at)) : flag.substr(2);
    if (prefix.empty()) prefix = flag.substr(0, std::min(at, flag.size()));
    if (path.empty()) continue;
    flag = prefix + Moved(fs::weakly_canonical(fs::path(flags.directory) / path, ignored).string(), top, tree);
  }
  for (std::string& source : flags.sources) source = Moved(source, top, tree);
  flags.directory = Moved(flags.directory, top, tree);
  return flags;
}

bool IsOurs(const FunctionFacts& function) {
  return function.position.file.ends_with("/wrapper.cc") ||
         function.position.file.find("reweave/detail/gen_") != std::string::npos;
}

std::string LastName(const FunctionFacts& function) {
  std::string name = function.pretty.substr(0, function.pretty.find('('));
  const auto at = name.rfind("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

}  // namespace

Result<std::string> ExportRevision(const std::string& inside, const std::string& revision, const std::string& directory) {
  std::error_code ignored;
  const std::string start = fs::is_directory(inside, ignored) ? inside : fs::path(inside).parent_path().string();
  RW_ASSIGN(std::string top, Run({"git", "rev-parse", "--show-toplevel"}, start, "not in a git checkout",
                                 "--base compares with a revision of the checkout that the header is in"));
  while (!top.empty() && top.back() == '\n') top.pop_back();
  fs::remove_all(directory, ignored);
  fs::create_directories(directory, ignored);
  const std::string archive = directory + "/reweave-base.tar";
  RW_TRY(Run({"git", "archive", "--format=tar", "-o", archive, revision}, top, "no such revision",
             "name a commit, branch or tag that `git rev-parse` knows"));
  RW_TRY(Run({"tar", "-xf", archive}, directory, "cannot unpack the revision"));
  fs::remove(archive, ignored);
  return top;
}

Result<std::unique_ptr<BaseVersion>> BaseVersion::Build(const Subject& subject, const BuildOptions& options,
                                                        const std::string& top, const std::string& tree) {
  std::unique_ptr<BaseVersion> out(new BaseVersion(subject));
  std::error_code ignored;
  const std::string header = fs::weakly_canonical(subject.model.header, ignored).string();
  out->subject_.model.header = Moved(header, top, tree);
  if (out->subject_.model.header == header) return out;  // the header is new
  BuildOptions old = options;
  old.work += "/base";
  old.flags = Moved(options.flags, top, tree);
  for (std::string& word : old.link)
    if (!word.starts_with("-")) word = Moved(fs::weakly_canonical(word, ignored).string(), top, tree);
  auto built = BuildWrapper(out->subject_, old);
  if (!built) return out;  // the class is new, or was another one
  out->built_ = std::move(*built);
  RW_ASSIGN(out->runner_, Runner::Create(out->built_.program, old.work));
  return out;
}

Result<std::set<int>> BaseVersion::ChangedMethods(const std::string& program) const {
  std::set<int> out;
  const int count = static_cast<int>(new_.methods.size());
  const auto everything = [&] {
    for (int op = 0; op < count; ++op) out.insert(op);
    return out;
  };
  if (!has_class()) return everything();
  RW_ASSIGN(const auto change, ProgramChange::Of(built_.program, program));
  const Matching& matching = change->matching();
  const auto& functions = change->new_facts().functions();
  std::map<std::string, const FunctionFacts*> by_id;
  std::set<std::string> reached;  // ids of functions from which changed code is reached; first: changed themselves
  std::set<std::string> changed_names;
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    const FunctionFacts& function = functions[i];
    by_id[function.id] = &function;
    const FunctionMatch& match = matching.of(i);
    if (IsOurs(function) || function.system() || (match.old_function != kNoMatch && match.identical)) continue;
    reached.insert(function.id);
    changed_names.insert(LastName(function));
  }
  for (bool more = true; more;) {
    more = false;
    for (const FunctionFacts& function : functions)
      if (!reached.contains(function.id) &&
          std::ranges::any_of(function.named, [&](const std::string& id) { return reached.contains(id); }))
        more |= reached.insert(function.id).second;
  }
  // In the wrapper, c3 makes the object and m3 calls the method.
  const auto reaches = [&](const std::string& name) {
    return std::ranges::any_of(functions, [&](const FunctionFacts& function) {
      return IsOurs(function) && reached.contains(function.id) && function.pretty.find("::" + name + "(") != std::string::npos;
    });
  };
  for (std::size_t i = 0; i < new_.constructors.size(); ++i)
    if (reaches(fmt::format("c{}", i))) return everything();
  for (int op = 0; op < count; ++op)
    if (reaches(fmt::format("m{}", op)) || changed_names.contains(new_.method(op).callable.name)) out.insert(op);
  return out;
}

bool BaseVersion::Translate(std::vector<Call>& calls) const {
  for (Call& call : calls) {
    const auto same = [&](const Operation& old) { return old.callable.signature == new_.method(call.op).callable.signature; };
    const auto at = std::ranges::find_if(subject_.methods, same);
    if (at == subject_.methods.end()) return false;
    call.op = static_cast<int>(at - subject_.methods.begin());
  }
  return true;
}

Result<bool> BaseVersion::Shows(const Failure& failure, const std::vector<Call>& probes) {
  if (!has_class()) return false;
  Candidate candidate = failure.candidate;
  const auto constructor = std::ranges::find_if(subject_.constructors, [&](const Operation& old) {
    return old.callable.signature == new_.constructors[static_cast<std::size_t>(candidate.constructor.op)].callable.signature;
  });
  if (constructor == subject_.constructors.end() || !Translate(candidate.prefix)) return false;
  candidate.constructor.op = static_cast<int>(constructor - subject_.constructors.begin());
  for (auto& calls : candidate.threads)
    if (!Translate(calls)) return false;
  std::vector<Call> looks = probes;
  std::erase_if(looks, [&](const Call& call) {
    std::vector<Call> one = {call};
    return !Translate(one);
  });
  Translate(looks);
  Trials trials(subject_, *runner_);
  trials.set_probes(std::move(looks));
  RW_ASSIGN(const TrialResult result, trials.Try(candidate, kRuns, 3, true));
  if (result.dropped) return true;  // it fails there without threads
  return std::ranges::any_of(result.failures, [&](const Failure& old) {
    return old.kind == failure.kind && (old.kind != "race" || old.key() == failure.key());
  });
}

}  // namespace reweave::gen
