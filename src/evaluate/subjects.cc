#include "evaluate/subjects.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "base/command.h"
#include "base/file.h"
#include "evaluate/package_headers.h"
#include "suite/native_run.h"

namespace reweave::inline evaluate {

namespace fs = std::filesystem;

namespace {

constexpr auto kCompileTime = std::chrono::minutes(20);
constexpr const char* kStandard = "-std=c++20";
constexpr const char* kSystemHeaders = "/usr/include";

Result<Subject> ReadOne(const fs::path& folder) {
  const std::string path = (folder / "subject.toml").string();
  RW_ASSIGN(const std::string text, ReadFile(path, "cannot read a subject"));
  try {
    const toml::table table = toml::parse(text, path);
    Subject subject{.name = table["name"].value_or(std::string()),
                    .origin = table["origin"].value_or(std::string()),
                    .error = table["error"].value_or(std::string()),
                    .mechanism = table["mechanism"].value_or(std::string()),
                    .description = table["description"].value_or(std::string()),
                    .folder = folder.string(),
                    .threads = static_cast<std::uint32_t>(table["threads"].value_or(std::int64_t{0})),
                    .stateless = table["stateless"].value_or(true),
                    .stateful = table["stateful"].value_or(true),
                    .large = table["size"].value_or(std::string()) == "large",
                    .extras = table["extras"].value_or(std::string()),
                    .flags = {},
                    .sources = {},
                    .headers = {}};
    const auto list = [&](const char* key, std::vector<std::string>& out) {
      if (const toml::array* items = table[key].as_array())
        for (const toml::node& node : *items) out.push_back(node.value_or(std::string()));
    };
    list("flags", subject.flags), list("sources", subject.sources), list("headers", subject.headers);
    if (subject.name != folder.filename())
      return Fail(ErrorCategory::kUsage, "cannot read a subject", path, "its name is not its folder's");
    return subject;
  } catch (const toml::parse_error& error) {
    return Fail(ErrorCategory::kUsage, "cannot read a subject", path, std::string(error.description()));
  }
}

}  // namespace

// Runs a compiler; its messages go to a file beside the output.
Result<void> Compile(std::vector<std::string> command, const std::string& output) {
  const std::string log = output + ".log";
  RW_ASSIGN(const NativeRun run,
            RunNatively(CommandSpec(std::move(command), ""), {.timeout = kCompileTime, .output = 16u << 20}));
  RW_TRY(WriteFile(log, run.output, "cannot write"));
  if (run.exited(0)) return {};
  return Fail(ErrorCategory::kUsage, "a subject does not compile", output, "see " + log);
}

namespace {

std::vector<fs::path> FoldersOf(const Subject& subject, const std::string& version) {
  std::vector<fs::path> out;
  std::error_code error;
  // What is made of packages may differ in their headers alone.
  if (const fs::path own = fs::path(subject.folder) / version; subject.headers.empty() || fs::is_directory(own, error))
    out.push_back(own);
  for (const std::string& folder : subject.sources) out.push_back((fs::path(subject.folder) / folder).lexically_normal());
  return out;
}

// What a version is compiled from, and when the last of it was written.
struct Inputs {
  std::vector<std::string> folders, files;
  fs::file_time_type newest = fs::file_time_type::min();

  void Wrote(const fs::path& path) {
    std::error_code error;
    if (const auto time = fs::last_write_time(path, error); !error) newest = std::max(newest, time);
  }
};

Result<Inputs> InputsOf(const Subject& subject, const std::string& version) {
  Inputs out;
  std::error_code error;
  for (const fs::path& folder : FoldersOf(subject, version)) {
    out.folders.push_back(folder.string());
    const std::size_t before = out.files.size();
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      out.Wrote(entry.path());
      if (entry.path().extension() == ".cc") out.files.push_back(entry.path().string());
    }
    if (out.files.size() == before) return Fail(ErrorCategory::kUsage, "a subject has no sources", folder.string());
  }
  std::ranges::sort(out.files);
  if (subject.headers.empty()) return out;
  for (const char* file : {"edits.toml", "subject.toml"}) out.Wrote(fs::path(subject.folder) / file);
  for (const std::string& folder : subject.headers)
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(kSystemHeaders) / folder, error)) out.Wrote(entry.path());
  return out;
}

std::string HeadersOf(const std::string& output) { return output + "-headers"; }

std::vector<std::string> Flags(const Subject& subject, const Inputs& inputs, const std::string& output) {
  std::vector<std::string> out = {kStandard, "-O1", "-g", "-pthread"};
  out.insert(out.end(), subject.flags.begin(), subject.flags.end());
  for (const std::string& folder : inputs.folders) out.push_back("-I" + folder);
  if (!subject.headers.empty()) out.push_back("-I" + HeadersOf(output));
  return out;
}

Result<std::string> BuildVersion(const Subject& subject, const std::string& version, const std::string& compiler,
                                 const std::string& output, const std::vector<std::string>& flags = {}) {
  std::error_code error;
  RW_ASSIGN(Inputs inputs, InputsOf(subject, version));
  inputs.Wrote(compiler);
  if (fs::exists(output, error) && fs::last_write_time(output, error) > inputs.newest) return output;
  if (!subject.headers.empty()) {
    std::vector<HeaderEdit> edits;
    if (version == "new") {
      RW_ASSIGN(edits, ReadHeaderEdits(subject.folder + "/edits.toml"));
    }
    RW_TRY(CopyHeaders(subject.headers, edits, kSystemHeaders, HeadersOf(output)));
  }
  std::vector<std::string> command = {compiler};
  for (const auto& part : {Flags(subject, inputs, output), flags, inputs.files})
    command.insert(command.end(), part.begin(), part.end());
  command.insert(command.end(), {"-o", output});
  RW_TRY(Compile(std::move(command), output));
  return output;
}

// Of the copied headers that the sources include. The preprocessor knows which.
Result<std::size_t> PackageLines(const Subject& subject, const std::string& version, const std::string& output) {
  if (subject.headers.empty()) return 0;
  RW_ASSIGN(const Inputs inputs, InputsOf(subject, version));
  std::vector<std::string> command = {"clang++-19", "-MM"};
  for (const auto& part : {Flags(subject, inputs, output), inputs.files}) command.insert(command.end(), part.begin(), part.end());
  RW_TRY(Compile(std::move(command), output + ".includes"));
  RW_ASSIGN(const std::string rules, ReadFile(output + ".includes.log", "cannot read which headers are included"));
  std::set<std::string> files;
  for (std::size_t at = 0; at < rules.size();) {
    const std::size_t end = std::min(rules.find_first_of(" \n", at), rules.size());
    if (const std::string word = rules.substr(at, end - at); word.starts_with(HeadersOf(output) + "/")) files.insert(word);
    at = end + 1;
  }
  std::size_t lines = 0;
  for (const std::string& file : files) {
    RW_ASSIGN(const std::string text, ReadFile(file, "cannot read a header"));
    lines += CountCodeLines(text);
  }
  return lines;
}

Result<void> MakeDirectory(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return Fail(ErrorCategory::kUsage, "cannot create a directory", directory, error.message());
  return {};
}

}  // namespace

Result<std::vector<Subject>> ReadSubjects(const std::string& directory) {
  std::error_code error;
  std::vector<Subject> subjects;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    if (!fs::exists(entry.path() / "subject.toml")) continue;
    RW_ASSIGN(Subject subject, ReadOne(entry.path()));
    subjects.push_back(std::move(subject));
  }
  if (error || subjects.empty())
    return Fail(ErrorCategory::kUsage, "no subjects here", directory, error ? error.message() : "no folder with a subject.toml",
                "--subjects DIR");
  std::ranges::sort(subjects, {}, &Subject::name);
  return subjects;
}

Result<BuiltSubject> BuildSubject(const Subject& subject, const std::string& driver, const std::string& directory) {
  RW_TRY(MakeDirectory(directory));
  BuiltSubject built;
  built.subject = subject;
  RW_ASSIGN(built.old_program, BuildVersion(subject, "old", driver, directory + "/" + subject.name + "-old"));
  RW_ASSIGN(built.new_program, BuildVersion(subject, "new", driver, directory + "/" + subject.name + "-new"));
  RW_ASSIGN(built.package_lines_old, PackageLines(subject, "old", built.old_program));
  RW_ASSIGN(built.package_lines_new, PackageLines(subject, "new", built.new_program));
  return built;
}

Result<std::string> BuildNative(const Subject& subject, const std::string& directory) {
  RW_TRY(MakeDirectory(directory));
  return BuildVersion(subject, "new", "clang++-19", directory + "/" + subject.name + "-native", {"-static"});
}

std::size_t CountLines(const Subject& subject, const std::string& version) {
  std::size_t lines = 0;
  std::error_code error;
  for (const fs::path& folder : FoldersOf(subject, version)) {
    if (!folder.string().starts_with(subject.folder + "/")) continue;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().filename() == "test.cc") continue;
      const auto text = ReadFile(entry.path().string(), "cannot read a subject");
      if (text) lines += CountCodeLines(*text);
    }
  }
  return lines;
}

Result<std::string> FindSubjects(const std::string& technique) {
  std::error_code error;
  const fs::path own = fs::path(OwnProgram()).parent_path();
  for (const fs::path& base : std::array<fs::path, 3>{"subjects", own / "../../subjects", own / "../share/reweave/subjects"})
    if (fs::is_directory(base / technique, error)) return (base / technique).lexically_normal().string();
  return Fail(ErrorCategory::kUsage, "cannot find the subjects", "subjects/" + technique, {}, "--subjects DIR");
}

}  // namespace reweave::inline evaluate
