#include "explore/target/program.h"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>

#include "base/command.h"
#include "base/mapped_file.h"
#include "facts/build_key.h"
#include "facts/elf_file.h"

namespace reweave::inline target {

namespace {

constexpr const char* kWhat = "cannot run";
constexpr std::string_view kRegister = "__reweave_register_module";

std::unexpected<Error> Bad(const std::string& name, std::string why, std::string hint = {}) {
  return Fail(ErrorCategory::kUsage, std::string(kWhat), name, std::move(why), std::move(hint));
}

bool IsFile(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

Result<std::string> PathOfProgram(const std::string& name) {
  if (name.empty()) return Bad(name, "the name is empty");
  if (name.find('/') != std::string::npos) return name;
  if (std::string path = FindInPath(name); !path.empty()) return path;
  return Bad(name, "not found in PATH", IsFile(name) ? "it is in this directory: write ./" + name : "");
}

bool IsInstrumented(const ElfFile& elf) {
  if (elf.Find("rw_facts") != nullptr) return true;
  for (const char* name : {".dynstr", ".strtab"})
    if (const ElfSection* table = elf.Find(name); table != nullptr && elf.Bytes(*table).find(kRegister) != std::string_view::npos)
      return true;
  return false;
}

// A check starts one program many times, and its content is tens of megabytes: what was seen of a file holds as long as it is
// the same.
class Seen {
 public:
  using Identity = std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

  static Seen& Instance() {
    static Seen seen;
    return seen;
  }
  static Identity Of(const struct stat& info) {
    // The time of the last change is not the writer's to choose: a file that was exchanged in place has another one.
    return {info.st_dev,          info.st_ino,         info.st_size,        info.st_mtim.tv_sec,
            info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec};
  }
  std::string Find(const Identity& identity) {
    const std::scoped_lock lock(mutex_);
    const auto found = keys_.find(identity);
    return found == keys_.end() ? "" : found->second;
  }
  void Put(const Identity& identity, const std::string& key) {
    const std::scoped_lock lock(mutex_);
    keys_[identity] = key;
  }

 private:
  std::mutex mutex_;
  std::map<Identity, std::string> keys_;
};

}  // namespace

Result<Program> InspectProgram(const std::vector<std::string>& command) {
  if (command.empty()) return Fail(ErrorCategory::kUsage, "no program given", {}, {}, "write it after --: -- ./program args");
  const std::string& name = command[0];
  RW_ASSIGN(const std::string path, PathOfProgram(name));
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return Bad(name, ErrnoText(errno));
  if (!S_ISREG(info.st_mode)) return Bad(name, S_ISDIR(info.st_mode) ? "it is a directory" : "it is not a regular file");
  if (access(path.c_str(), X_OK) != 0) return Bad(name, "it is not executable");
  const Seen::Identity identity = Seen::Of(info);
  if (std::string key = Seen::Instance().Find(identity); !key.empty())
    return Program{.path = path, .command = command, .build_key = std::move(key)};
  RW_ASSIGN(const MappedFile file, MappedFile::Open(path, kWhat));
  const std::string_view bytes = file.bytes();
  if (bytes.starts_with("#!")) return Bad(name, "it is a script", "give the instrumented program itself");
  if (!bytes.starts_with(ELFMAG)) return Bad(name, "it is not an ELF program");
  RW_ASSIGN(const ElfFile elf, ElfFile::Parse(bytes, name));
  if (!IsInstrumented(elf))
    return Fail(ErrorCategory::kTarget, "cannot explore", name, "it was not built with Reweave's compiler driver",
                "build it with CC=reweave-cc CXX=reweave-c++, or: reweave-c++ -g -pthread x.cc -o x");
  Program program{.path = path, .command = command, .build_key = BuildKey(elf)};
  Seen::Instance().Put(identity, program.build_key);
  return program;
}

}  // namespace reweave::inline target
