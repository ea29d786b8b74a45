#include "evaluate/subjects.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/command.h"
#include "base/file.h"
#include "suite/native_run.h"

namespace reweave::inline evaluate {

namespace fs = std::filesystem;

namespace {

constexpr auto kCompileTime = std::chrono::minutes(20);

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
                    .sources = {}};
    if (const toml::array* sources = table["sources"].as_array())
      for (const toml::node& node : *sources) subject.sources.push_back(node.value_or(std::string()));
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
  std::vector<fs::path> out = {fs::path(subject.folder) / version};
  for (const std::string& folder : subject.sources) out.push_back((fs::path(subject.folder) / folder).lexically_normal());
  return out;
}

Result<std::string> BuildVersion(const Subject& subject, const std::string& version, const std::string& compiler,
                                 const std::string& output, const std::vector<std::string>& flags = {}) {
  std::error_code error;
  std::vector<std::string> command = {compiler, "-std=c++20", "-O1", "-g", "-pthread"};
  command.insert(command.end(), subject.flags.begin(), subject.flags.end());
  command.insert(command.end(), flags.begin(), flags.end());
  std::vector<std::string> files;
  fs::file_time_type newest = fs::last_write_time(compiler, error);
  if (error) newest = fs::file_time_type::min();
  for (const fs::path& folder : FoldersOf(subject, version)) {
    command.push_back("-I" + folder.string());
    const std::size_t before = files.size();
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      newest = std::max(newest, fs::last_write_time(entry.path(), error));
      if (entry.path().extension() == ".cc") files.push_back(entry.path().string());
    }
    if (files.size() == before) return Fail(ErrorCategory::kUsage, "a subject has no sources", folder.string());
  }
  std::ranges::sort(files);
  if (fs::exists(output, error) && fs::last_write_time(output, error) > newest) return output;
  command.insert(command.end(), files.begin(), files.end());
  command.insert(command.end(), {"-o", output});
  RW_TRY(Compile(std::move(command), output));
  return output;
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
  BuiltSubject built{.subject = subject, .old_program = {}, .new_program = {}};
  RW_ASSIGN(built.old_program, BuildVersion(subject, "old", driver, directory + "/" + subject.name + "-old"));
  RW_ASSIGN(built.new_program, BuildVersion(subject, "new", driver, directory + "/" + subject.name + "-new"));
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
      if (!text) continue;
      for (std::size_t at = 0; at < text->size();) {
        const std::size_t end = std::min(text->find('\n', at), text->size());
        const std::size_t first = text->find_first_not_of(" \t", at);
        lines += first < end && text->compare(first, 2, "//") != 0;
        at = end + 1;
      }
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
