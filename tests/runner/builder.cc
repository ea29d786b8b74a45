#include "runner/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>

#include "runner/process.h"

namespace reweave::tests {

namespace fs = std::filesystem;

namespace {

std::uint64_t Hash(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325) {
  for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;  // FNV-1a: a cache key, nothing more
  return hash;
}

std::string Hex(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string HashOfFiles(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::uint64_t hash = Hash(extension);
  for (const fs::path& file : files) hash = Hash(ReadAll(file), Hash(file.string(), hash));
  return Hex(hash);
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + '\n';
  return text;
}

// The header folders of Debian's packages change with the machine, not with our tree: not part of the key.
std::string SourceKey(const fs::path& source) { return source.string() + '\n' + ReadAll(source); }

std::vector<std::string> CompileFlags(bool c, const std::string& level) {
  return {c ? "-std=gnu11" : "-std=gnu++20", "-" + level, "-g", "-pthread", "-Wno-deprecated-declarations"};
}

// Most of the time would go into reading these, for program after program.
constexpr char kLibraryHeaders[] = "#include <atomic>\n#include <cassert>\n#include <chrono>\n#include "
                                   "<condition_variable>\n#include <mutex>\n#include <string>\n"
                                   "#include <thread>\n#include <vector>\n";

// A macro of the program's own may change what headers say.
bool CanShareHeaders(const Target& target) {
  const std::string text = ReadAll(target.source);
  const std::size_t first = text.find("#include <thread>"), define = text.find("#define");
  return !target.is_c() && target.compile.empty() && first != std::string::npos &&
         (define == std::string::npos || define > first);
}

void Append(std::vector<std::string>& to, const std::vector<std::string>& from) { to.insert(to.end(), from.begin(), from.end()); }

}  // namespace

Builder::Builder(Tools tools, fs::path cache) : tools_(std::move(tools)), cache_(std::move(cache)) {
  fs::create_directories(cache_);
  compiler_key_ = Hex(Hash(ReadAll(tools_.cxx))) + HashOfFiles(tools_.libraries, ".so");
  runtime_key_ = HashOfFiles(tools_.libraries, ".a") + HashOfFiles(tools_.libraries, ".list");
}

std::string Builder::Driver(bool instrumented, bool c) const {
  if (!instrumented) return c ? tools_.plain_cc : tools_.plain_cxx;
  return c ? tools_.cc.string() : tools_.cxx.string();
}

std::expected<fs::path, BuildError> Builder::Make(const Step& step, const fs::path& output) const {
  fs::path stamp = output.string() + ".key";
  if (fs::exists(output) && ReadAll(stamp) == step.key) return output;
  fs::create_directories(output.parent_path());
  fs::remove(stamp);
  Command command{.argv = step.argv, .seconds = 180};
  Append(command.argv, {"-o", output.string()});
  Outcome outcome = Run(command);
  if (!outcome.ended_with(0)) return std::unexpected(BuildError{Quoted(command), outcome.err + outcome.out});
  std::ofstream(stamp) << step.key;
  return output;
}

// Precompiled, once for all programs of a level.
std::expected<fs::path, BuildError> Builder::LibraryHeaders(const std::string& level) const {
  std::lock_guard guard(headers_lock_);
  const fs::path header = cache_ / level / "library.h";
  fs::create_directories(header.parent_path());
  if (!fs::exists(header) || ReadAll(header) != kLibraryHeaders) std::ofstream(header) << kLibraryHeaders;
  Step step;
  step.argv = {Driver(true, false)};
  Append(step.argv, CompileFlags(false, level));
  Append(step.argv, {"-x", "c++-header", header.string()});
  step.key = Joined(step.argv) + kLibraryHeaders + compiler_key_;
  return Make(step, header.string() + ".pch");
}

std::expected<std::vector<std::string>, BuildError> Builder::BuildLibraries(const Target& target, const std::string& level,
                                                                            std::vector<std::string>& compile) const {
  std::vector<std::string> link;
  for (const Library& library : target.libraries) {
    fs::path source = fs::weakly_canonical(target.source.parent_path() / library.source);
    std::string name = fmt::format("lib{}-{}.{}", source.stem().string(), library.instrumented ? "instrumented" : "plain",
                                   library.object ? "o" : "so");
    fs::path output = cache_ / level / target.name / name;
    Step step;
    step.argv = {Driver(library.instrumented, false), library.object ? "-c" : "-shared", "-fPIC"};
    Append(step.argv, CompileFlags(false, level));
    step.argv.push_back(source.string());
    step.key = Joined(step.argv) + SourceKey(source) + compiler_key_ + (library.instrumented ? runtime_key_ : "");
    auto built = Make(step, output);
    if (!built) return std::unexpected(built.error());
    if (library.object) {
      link.push_back(output.string());
    } else if (library.opened) {
      compile.push_back(fmt::format("-DLIBRARY_PATH=\"{}\"", output.string()));
    } else {
      Append(link, {output.string(), "-Wl,-rpath," + output.parent_path().string()});
    }
  }
  return link;
}

std::expected<fs::path, BuildError> Builder::Build(const Target& target, const std::string& level) const {
  const bool instrumented = target.build != "plain";
  const std::string driver = Driver(instrumented, target.is_c());
  const fs::path program = cache_ / level / target.name / target.source.stem();
  std::vector<std::string> extra = target.compile;
  auto link = BuildLibraries(target, level, extra);
  if (!link) return std::unexpected(link.error());

  Step compile;
  compile.argv = {driver, "-c"};
  Append(compile.argv, CompileFlags(target.is_c(), level));
  Append(compile.argv, extra);
  if (instrumented && extra.empty() && CanShareHeaders(target)) {
    auto headers = LibraryHeaders(level);
    if (!headers) return std::unexpected(headers.error());
    Append(compile.argv, {"-include-pch", headers->string()});
  }
  compile.argv.push_back(target.source.string());
  compile.key = Joined(compile.argv) + SourceKey(target.source) + (instrumented ? compiler_key_ : "");
  auto object = Make(compile, program.string() + ".o");
  if (!object) return std::unexpected(object.error());

  Step linking;
  linking.argv = {driver, "-pthread", object->string()};
  Append(linking.argv, *link);
  Append(linking.argv, target.link);
  linking.key = Joined(linking.argv) + compile.key + (instrumented ? runtime_key_ : "");
  return Make(linking, program);
}

}  // namespace reweave::tests
