#include "cli/machine.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/command.h"
#include "base/file.h"
#include "techniques/pcr/z3.h"

namespace reweave::inline cli {

namespace {

constexpr std::size_t kPage = 4096;

// Exit status of f in a child; 255 if it crashed.
template <typename F>
int InChild(F f) {
  const pid_t pid = fork();
  if (pid == 0) _exit(f());
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) return 255;
  return WEXITSTATUS(status);
}

char* NewPages(std::size_t n) {
  void* p = mmap(nullptr, n * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? nullptr : static_cast<char*>(p);
}

bool HasFsgsbase() { return (getauxval(AT_HWCAP2) & 2) != 0; }

bool HasDispatch() {
  constexpr int kSetDispatch = 59, kOn = 1;
  return InChild([] {
           static volatile char selector = 0;  // SYSCALL_DISPATCH_FILTER_ALLOW
           return prctl(kSetDispatch, kOn, 0, 0, &selector) == 0 ? 0 : 1;
         }) == 0;
}

// From linux/fs.h of 6.7, which is newer than the headers we build with.
struct PageRegion {
  std::uint64_t start, end, categories;
};
struct ScanArguments {
  std::uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages, category_inverted, category_mask, category_anyof_mask,
      return_mask;
};
constexpr unsigned long kPagemapScan = _IOWR('f', 16, ScanArguments);
constexpr std::uint64_t kScanWriteProtect = 1, kPageWritten = 1 << 1;
constexpr std::uint64_t kFeatureUnpopulated = 1 << 13, kFeatureAsync = 1 << 15;

int OpenUserfault() {
  constexpr int kUserModeOnly = 1;
  const int fd = static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | kUserModeOnly));
  if (fd < 0) return -1;
  uffdio_api api{.api = UFFD_API, .features = kFeatureAsync | kFeatureUnpopulated, .ioctls = 0};
  return ioctl(fd, UFFDIO_API, &api) == 0 ? fd : -1;
}

// Protects eight pages, writes one of them, and asks which were written.
bool HasPagemapScan() {
  return InChild([] {
           constexpr std::size_t kPages = 8;
           char* pages = NewPages(kPages);
           const int fault = OpenUserfault(), map = open("/proc/self/pagemap", O_RDONLY);
           if (pages == nullptr || fault < 0 || map < 0) return 1;
           const auto start = reinterpret_cast<std::uint64_t>(pages);
           for (std::size_t i = 0; i < kPages; ++i) pages[i * kPage] = 1;
           uffdio_register request{.range = {start, kPages * kPage}, .mode = UFFDIO_REGISTER_MODE_WP, .ioctls = 0};
           if (ioctl(fault, UFFDIO_REGISTER, &request) != 0) return 2;
           PageRegion regions[kPages];
           ScanArguments scan{sizeof scan, kScanWriteProtect,
                              start,       start + kPages * kPage,
                              0,           reinterpret_cast<std::uint64_t>(regions),
                              kPages,      0,
                              0,           kPageWritten,
                              0,           kPageWritten};
           if (ioctl(map, kPagemapScan, &scan) < 0) return 3;
           pages[3 * kPage] = 2;
           scan.flags = scan.walk_end = 0;
           const int n = ioctl(map, kPagemapScan, &scan);
           return n == 1 && regions[0].start == start + 3 * kPage && regions[0].end == start + 4 * kPage ? 0 : 4;
         }) == 0;
}

bool CanDisableAslr() {
  return InChild([] { return personality(ADDR_NO_RANDOMIZE) == -1 ? 1 : 0; }) == 0;
}

std::string FirstLine(const std::string& path) {
  const auto text = ReadFile(path, "");
  return text ? text->substr(0, text->find('\n')) : "unknown";
}

MachineCheck FileCheck(std::string name, const std::string& path, std::string lost) {
  return {.name = std::move(name), .ok = !path.empty(), .detail = path.empty() ? "not found" : path, .lost = std::move(lost)};
}

MachineCheck Tool(const std::string& name, const std::string& lost, const std::string& package) {
  MachineCheck check = FileCheck(name, FindInPath(name), lost);
  check.install = "apt install " + package;
  return check;
}

// clang has no C++ library of its own on Debian: it uses that of g++.
MachineCheck LibraryCheck() {
  MachineCheck check{.name = "c++ library",
                     .ok = false,
                     .detail = "not found",
                     .lost = "C++ programs cannot be built",
                     .install = "apt install g++"};
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/include/c++", error))
    if (std::filesystem::exists(entry.path() / "thread", error)) check.ok = true, check.detail = entry.path().string();
  return check;
}

MachineCheck Feature(std::string name, bool ok, std::string lost) {
  return {.name = std::move(name), .ok = ok, .detail = ok ? "available" : "missing", .lost = std::move(lost)};
}

MachineCheck CpuCheck() {
  cpu_set_t cpus;
  const int n = sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? CPU_COUNT(&cpus) : 1;
  return {.name = "cpus",
          .ok = n > 1,
          .detail = std::to_string(n),
          .lost = "the explorer and the program share one processor, which is slower"};
}

}  // namespace

std::string FindOwnFile(const std::string& name) {
  std::error_code error;
  const auto prefix = std::filesystem::path(OwnProgram()).parent_path().parent_path();
  for (const char* directory : {"lib/reweave", "lib64/reweave"})
    if (const auto path = prefix / directory / name; std::filesystem::exists(path, error)) return path.string();
  return {};
}

std::vector<MachineCheck> CheckMachine() {
  utsname system{};
  uname(&system);
  const bool platform = std::string_view(system.sysname) == "Linux" && std::string_view(system.machine) == "x86_64";
  const bool scan = HasPagemapScan();
  std::vector<MachineCheck> checks;
  checks.push_back({.name = "platform",
                    .ok = platform,
                    .required = true,
                    .detail = std::string(system.sysname) + " " + system.release + " " + system.machine,
                    .lost = "the engine runs on Linux x86-64 only"});
  checks.push_back(CpuCheck());
  checks.push_back(Feature("fsgsbase", HasFsgsbase(), "each switch of threads needs a system call, which is slower"));
  checks.push_back(Feature("syscall-user-dispatch", HasDispatch(),
                           "blocking calls inside libraries block all threads, and changes of kernel state inside libraries are "
                           "not seen (Linux 5.11 and newer have it)"));
  checks.push_back(Feature("pagemap-scan", scan,
                           "rewinding compares all pages, which is slow with much memory (Linux 6.7 and newer have it)"));
  checks.push_back(Feature("no-aslr", CanDisableAslr(),
                           "addresses differ between processes, so some replays diverge (the filter of a container forbids it)"));
  checks.push_back({.name = "not-seen",
                    .ok = true,
                    .detail = "rdtsc, rdrand and cpuid: a program that uses them cannot be repeated exactly",
                    .lost = {}});
  checks.push_back({.name = "transparent-hugepages",
                    .ok = true,
                    .detail = FirstLine("/sys/kernel/mm/transparent_hugepage/enabled") + " (switched off in the tested program)",
                    .lost = {}});
  checks.push_back(FileCheck("clang-19", FindInPath("clang++-19"), "programs cannot be built"));
  checks.back().install = "apt install clang-19";
  checks.push_back(LibraryCheck());
  checks.push_back(FileCheck("pass", FindOwnFile("libreweave-pass.so"), "reweave-c++ cannot work: build or reinstall reweave"));
  checks.push_back(FileCheck("runtime", FindOwnFile("libreweave-rt.a"), "reweave-c++ cannot link: build or reinstall reweave"));
  std::string why;
  const pcr::Z3* z3 = pcr::Z3::Load(&why);
  checks.push_back({.name = "z3",
                    .ok = z3 != nullptr,
                    .detail = z3 != nullptr ? z3->version() : why,
                    .lost = "strategy pcr solves with its own solver alone",
                    .install = "apt install libz3-4"});
  checks.push_back(Tool("git", "reweave check cannot take versions of a project", "git"));
  checks.push_back(Tool("cmake", "projects with CMake cannot be checked", "cmake"));
  checks.push_back(Tool("ninja", "projects with CMake are built by make, Meson projects cannot be built", "ninja-build"));
  checks.push_back(Tool("make", "projects with make or autotools cannot be checked", "make"));
  checks.push_back(Tool("gdb", "reweave replay --gdb does not work", "gdb"));
  return checks;
}

}  // namespace reweave::inline cli
