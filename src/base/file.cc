#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace reweave {

void Fd::Reset(int fd) {
  if (fd_ >= 0) close(fd_);
  fd_ = fd;
}

bool FileExists(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0;
}

Result<std::string> ReadFile(const std::string& path, std::string_view what) {
  const auto fail = [&](std::string why) { return Fail(ErrorCategory::kUsage, std::string(what), path, std::move(why)); };
  Fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return fail(ErrnoText(errno));
  struct stat info{};
  if (fstat(fd.get(), &info) == 0 && S_ISDIR(info.st_mode)) return fail("it is a directory");
  std::string bytes;
  char buffer[65536];
  for (;;) {
    const ssize_t n = read(fd.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail(ErrnoText(errno));
    if (n == 0) return bytes;
    bytes.append(buffer, n);
  }
}

Result<void> WriteFile(const std::string& path, std::string_view bytes, std::string_view what) {
  const auto fail = [&](int error) { return Fail(ErrorCategory::kUsage, std::string(what), path, ErrnoText(error)); };
  // A device or pipe is written to, never replaced: as root the rename would succeed.
  struct stat info{};
  const bool replace = stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode);
  const std::string temporary = replace ? path + ".tmp" + std::to_string(getpid()) : path;
  Fd fd(open(temporary.c_str(), O_WRONLY | (replace ? O_CREAT | O_TRUNC : 0) | O_CLOEXEC, 0666));
  if (!fd.valid()) return fail(errno);
  while (!bytes.empty()) {
    const ssize_t n = write(fd.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int error = errno;
      if (replace) unlink(temporary.c_str());
      return fail(error);
    }
    bytes.remove_prefix(n);
  }
  if (!replace) return {};
  if (rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    unlink(temporary.c_str());
    return fail(error);
  }
  return {};
}

Result<void> CheckWritable(const std::string& path, std::string_view what) {
  const auto fail = [&](const std::string& why) { return Fail(ErrorCategory::kUsage, std::string(what), path, why); };
  struct stat info{};
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) return fail("it is a directory");
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return access(path.c_str(), W_OK) == 0 ? Result<void>() : fail(ErrnoText(errno));
  const std::string temporary = path + ".tmp" + std::to_string(getpid());
  const Fd fd(open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (!fd.valid()) return fail(ErrnoText(errno));
  unlink(temporary.c_str());
  return {};
}

}  // namespace reweave
