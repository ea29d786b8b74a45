// The build of wrappers and of emitted tests.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "gen/wrapper.h"
#include "suite/native_run.h"

namespace reweave::gen {

namespace fs = std::filesystem;

namespace {

constexpr int kMostRetries = 8, kOneByOne = 3;
constexpr std::size_t kMostSources = 300;

bool IsC(const std::string& path) { return path.ends_with(".c"); }
bool IsSource(const std::string& path) {
  return IsC(path) || path.ends_with(".cc") || path.ends_with(".cpp") || path.ends_with(".cxx") || path.ends_with(".C");
}

Result<NativeRun> Compile(std::vector<std::string> command, const std::string& directory) {
  return RunNatively(CommandSpec(std::move(command), directory),
                     RunLimits{.timeout = std::chrono::minutes(10), .output = 4u << 20});
}

std::string FirstError(const std::string& output) {
  for (const char* mark : {"undefined reference", "undefined symbol", "cannot find -l", "error: "})
    if (const auto at = output.find(mark); at != std::string::npos) {
      const auto begin = output.rfind('\n', at) == std::string::npos ? 0 : output.rfind('\n', at) + 1;
      return output.substr(begin, output.find('\n', at) - begin);
    }
  return output.substr(0, 300);
}

class Builder {
 public:
  Builder(Subject& subject, const BuildOptions& options) : subject_(subject), options_(options) {}

  Result<Built> Build() {
    std::error_code ignored;
    fs::create_directories(options_.work, ignored);
    RW_TRY(CompileWrapper());
    RW_TRY(GivenAndNamesakes());
    Built out;
    out.program = options_.work + "/wrapper";
    std::string said;
    RW_ASSIGN(bool linked, Link(out.program, said));
    if (!linked && !options_.flags.sources.empty()) {
      RW_TRY(AllSources());
      RW_ASSIGN(linked, Link(out.program, said));
    }
    if (!linked)
      return Fail(ErrorCategory::kUsage, fmt::format("the class '{}' cannot be linked", subject_.model.name),
                  subject_.model.header, FirstError(said), "name the sources or libraries that define it with --link");
    out.link_line = link_;
    out.sources.assign(compiled_.begin(), compiled_.end());
    return out;
  }

 private:
  // Errors in the part of an operation leave it out.
  Result<void> CompileWrapper() {
    const std::string source = options_.work + "/wrapper.cc";
    std::string said;
    for (int round = 0; round < kMostRetries; ++round) {
      const WrapperText text = WriteWrapper(subject_);
      RW_TRY(WriteFile(source, text.source, "cannot write wrapper"));
      std::vector<std::string> command = {options_.drivers + "/reweave-c++"};
      const auto flags = AtLeastCxx17(options_.flags.is_c ? std::vector<std::string>() : options_.flags.flags);
      command.insert(command.end(), flags.begin(), flags.end());
      if (options_.flags.is_c)
        for (const std::string& flag : options_.flags.flags)
          if (flag.starts_with("-I") || flag.starts_with("-D") || flag.starts_with("-isystem")) command.push_back(flag);
      for (const char* flag : {"-O1", "-g", "-w", "-ferror-limit=0", "-c"}) command.push_back(flag);
      command.insert(command.end(), {source, "-o", options_.work + "/wrapper.o"});
      RW_ASSIGN(const NativeRun run, Compile(command, options_.flags.directory));
      if (run.exited(0)) return {};
      if (run.end != NativeRun::End::kExited)
        return Fail(ErrorCategory::kUsage, "the wrapper could not be compiled", source, DescribeEnd(run));
      said = run.output;
      if (!LeaveOut(text, source, run.output, round >= kOneByOne)) break;
    }
    return Fail(ErrorCategory::kUsage, fmt::format("calls of '{}' do not compile", subject_.model.name), subject_.model.header,
                FirstError(said), "exclude the method with --exclude");
  }

  // `namesakes`: all methods of a name are left out with one of them. Several of them can need the same function of a template,
  // and the compiler names only the first that does.
  bool LeaveOut(const WrapperText& text, const std::string& source, const std::string& output, bool namesakes) {
    std::set<std::pair<bool, int>> wrong;
    std::set<std::string> records;
    const std::string mark = source + ":";
    for (auto at = output.find(mark); at != std::string::npos; at = output.find(mark, at + 1)) {
      const int line = std::atoi(output.c_str() + at + mark.size());
      for (const auto& part : text.parts)
        if (line >= part.first && line <= part.last) {
          if (part.record.empty()) wrong.insert({part.constructor, part.op});
          else records.insert(part.record);
        }
    }
    // First without comparing values of these classes; the operations may be right.
    for (const std::string& record : records) subject_.records.erase(record);
    if (!records.empty()) return true;
    if (namesakes) AddNamesakes(wrong);
    for (auto one = wrong.rbegin(); one != wrong.rend(); ++one) {
      auto& operations = one->first ? subject_.constructors : subject_.methods;
      const auto at = operations.begin() + one->second;
      subject_.left_out.push_back({at->callable.signature, "does not compile: " + FirstError(output)});
      operations.erase(at);
    }
    return !wrong.empty() && !subject_.constructors.empty() && !subject_.methods.empty();
  }

  void AddNamesakes(std::set<std::pair<bool, int>>& wrong) const {
    std::set<std::string> names;
    for (const auto& [constructor, op] : wrong)
      if (!constructor) names.insert(subject_.method(op).callable.name);
    for (std::size_t op = 0; op < subject_.methods.size(); ++op)
      if (names.contains(subject_.methods[op].callable.name)) wrong.insert({false, static_cast<int>(op)});
  }

  // Sources of --link, and those with the header's name.
  Result<void> GivenAndNamesakes() {
    for (const std::string& word : options_.link) {
      std::error_code ignored;
      if (IsSource(word)) RW_TRY(CompileSource(fs::absolute(word, ignored).string(), true));
      else link_.push_back(word.starts_with("-") ? word : fs::absolute(word, ignored).string());
    }
    const fs::path header(subject_.model.header);
    for (const std::string& source : options_.flags.sources)
      if (fs::path(source).stem() == header.stem()) RW_TRY(CompileSource(source, true));
    std::error_code ignored;
    for (const char* extension : {".c", ".cc", ".cpp", ".cxx"}) {
      const fs::path beside = fs::path(header).replace_extension(extension);
      if (options_.flags.sources.empty() && fs::exists(beside, ignored)) RW_TRY(CompileSource(beside.string(), true));
    }
    return {};
  }

  Result<void> AllSources() {
    std::size_t count = 0;
    for (const std::string& source : options_.flags.sources)
      if (++count <= kMostSources) RW_TRY(CompileSource(source, false));
    const std::string archive = options_.work + "/project.a";
    std::error_code ignored;
    fs::remove(archive, ignored);
    std::vector<std::string> command = {"llvm-ar-19", "rcs", archive};
    command.insert(command.end(), loose_.begin(), loose_.end());
    if (loose_.empty()) return {};
    RW_TRY(Compile(command, options_.work));
    link_.push_back(archive);
    return {};
  }

  // With a main function of its own it would not link.
  static bool HasMain(const std::string& source) {
    const auto text = ReadFile(source, "cannot read source");
    return text && (text->find("int main(") != std::string::npos || text->find("TEST(") != std::string::npos ||
                    text->find("TEST_CASE(") != std::string::npos);
  }

  Result<void> CompileSource(const std::string& source, bool required) {
    if (compiled_.contains(source) || HasMain(source)) return {};
    CompileFlags flags = options_.flags;
    if (!options_.flags.sources.empty())
      if (auto own = FlagsOfSource(options_.database, source)) flags = *own;
    const std::string object = fmt::format("{}/object{}.o", options_.work, compiled_.size());
    std::vector<std::string> command = {options_.drivers + (IsC(source) ? "/reweave-cc" : "/reweave-c++")};
    for (const std::string& flag : flags.flags)
      if (!IsC(source) || flag.find("++") == std::string::npos) command.push_back(flag);
    command.insert(command.end(), {"-g", "-w", "-c", source, "-o", object});
    RW_ASSIGN(const NativeRun run, Compile(command, flags.directory));
    if (!run.exited(0) && required)
      return Fail(ErrorCategory::kUsage, "a source of the class does not compile", source, FirstError(run.output),
                  "--link names other sources");
    if (!run.exited(0)) return {};
    compiled_.insert(source);
    (required ? link_ : loose_).push_back(object);
    return {};
  }

  Result<bool> Link(const std::string& program, std::string& said) {
    std::vector<std::string> command = {options_.drivers + "/reweave-c++", "-pthread", options_.work + "/wrapper.o"};
    command.insert(command.end(), link_.begin(), link_.end());
    command.insert(command.end(), {"-o", program});
    RW_ASSIGN(const NativeRun run, Compile(command, options_.work));
    said = run.output;
    return run.exited(0);
  }

  Subject& subject_;
  const BuildOptions& options_;
  std::vector<std::string> link_, loose_;
  std::set<std::string> compiled_;
};

}  // namespace

Result<Built> BuildWrapper(Subject& subject, const BuildOptions& options) { return Builder(subject, options).Build(); }

Result<std::string> BuildTest(const std::string& source, const std::string& program, const std::string& compiler,
                              const Built& built, const BuildOptions& options, const std::vector<std::string>& more_flags) {
  std::vector<std::string> command = {compiler};
  const auto flags = AtLeastCxx17(options.flags.is_c ? std::vector<std::string>() : options.flags.flags);
  command.insert(command.end(), flags.begin(), flags.end());
  if (options.flags.is_c)
    for (const std::string& flag : options.flags.flags)
      if (flag.starts_with("-I") || flag.starts_with("-D")) command.push_back(flag);
  command.insert(command.end(), {"-g", "-pthread", source});
  command.insert(command.end(), built.link_line.begin(), built.link_line.end());
  command.insert(command.end(), more_flags.begin(), more_flags.end());
  command.insert(command.end(), {"-o", program});
  RW_ASSIGN(const NativeRun run, Compile(command, options.flags.directory));
  if (!run.exited(0))
    return Fail(ErrorCategory::kUsage, "a test that was written does not compile", source, FirstError(run.output));
  return run.output;
}

}  // namespace reweave::gen
