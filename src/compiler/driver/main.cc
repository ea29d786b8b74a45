// reweave-c++ and reweave-cc: clang with the pass and the runtime. Everything the user wrote is passed on as it is.
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/driver/command_line.h"
#include "compiler/driver/link_record.h"

namespace {

constexpr const char* kHelp =
    "reweave-c++ / reweave-cc: clang 19, instrumented for `reweave explore`\n"
    "  use as compiler:   CXX=reweave-c++ CC=reweave-cc cmake ..   (any build system)\n"
    "  all clang options pass through; refused: -static -static-pie -fsanitize=* -m32, -flto without -fuse-ld=lld\n"
    "  -shared, -r, -nostdlib, -nostartfiles: instrumented, but linked without the runtime\n"
    "  not instrumented: functions with __attribute__((annotate(\"reweave.skip\"))) or disable_sanitizer_instrumentation\n";

// The directory of the driver itself, and of reweave.
std::filesystem::path BinDir() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

// The directory of libreweave-pass.so: ../lib/reweave next to the driver's own directory, whatever the name of lib.
std::filesystem::path LibraryDir() {
  std::error_code error;
  auto prefix = BinDir().parent_path();
  for (const char* name : {"lib/reweave", "lib64/reweave"})
    if (std::filesystem::exists(prefix / name / "libreweave-pass.so", error)) return prefix / name;
  return prefix / "lib/reweave";
}

bool IsCxx(const char* argv0) {
  const char* slash = std::strrchr(argv0, '/');
  return std::strstr(slash ? slash + 1 : argv0, "++") != nullptr;
}

// A path of the object that says how the program is linked; "" if there is nothing to say. The memory behind it lives as long as
// the process, which becomes clang and waits for the linker.
std::string LinkRecord(const std::vector<std::string>& args) {
  const std::vector<std::string> options = reweave::compiler::LinkOptions(args);
  if (options.empty()) return "";
  const std::string object = reweave::compiler::LinkRecordObject(options);
  const int fd = memfd_create("rw_link", 0);
  if (fd < 0 || write(fd, object.data(), object.size()) != static_cast<ssize_t>(object.size())) return "";
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(fd);
}

int Fail(const std::string& message) {
  std::fprintf(stderr, "reweave: %s\n", message.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  for (const auto& arg : args)
    if (arg == "--help-reweave") return std::fputs(kHelp, stdout) < 0;
  // `reweave check` sets it where a project has no other way to build its tests.
  if (std::getenv("REWEAVE_WITHOUT_SANITIZERS") != nullptr) args = reweave::compiler::WithoutSanitizers(args);
  auto summary = reweave::compiler::Summarise(args);
  if (!summary) return Fail(summary.error());
  auto dir = LibraryDir();
  reweave::compiler::DriverPaths paths{dir / "libreweave-pass.so", dir / "libreweave-rt.a", dir / "exports.list",
                                       BinDir().parent_path() / REWEAVE_INSTALL_INCLUDEDIR, BinDir()};
  std::error_code error;
  if (summary->compiles && !std::filesystem::exists(paths.pass, error))
    return Fail(paths.pass + " is missing: reinstall reweave");
  if (summary->wants_runtime && !std::filesystem::exists(paths.runtime, error))
    return Fail(paths.runtime + " is missing: reinstall reweave");
  std::vector<std::string> clang = reweave::compiler::ClangArguments(args, *summary, paths);
  if (summary->links && !summary->relocatable)
    if (const std::string record = LinkRecord(reweave::compiler::WithResponseFiles(args)); !record.empty())
      clang.insert(clang.end(), {"-Xlinker", record});
  std::string program = IsCxx(argv[0]) ? "clang++-19" : "clang-19";
  std::vector<char*> raw{program.data()};
  for (auto& arg : clang) raw.push_back(arg.data());
  raw.push_back(nullptr);
  execvp(raw[0], raw.data());
  return Fail(program + ": " + std::strerror(errno) + "; install clang 19 (Debian: apt install clang-19)");
}
