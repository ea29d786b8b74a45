// Whole files, written so that a reader never sees half of one.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace reweave {

// An owned file descriptor.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(other.Release()) {}
  Fd& operator=(Fd&& other) noexcept {
    Reset(other.Release());
    return *this;
  }
  ~Fd() { Reset(); }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  int Release() { return std::exchange(fd_, -1); }
  void Reset(int fd = -1);

 private:
  int fd_ = -1;
};

// Whether there is something of this name. What cannot be looked at is not there.
bool FileExists(const std::string& path);
// Errors are kUsage: the path was given by the user. `what` starts the message: "cannot read schedule".
Result<std::string> ReadFile(const std::string& path, std::string_view what);
// Writes path.tmp, then renames; what is no regular file (/dev/null, a pipe) is written to.
Result<void> WriteFile(const std::string& path, std::string_view bytes, std::string_view what);
// Whether WriteFile will be able to: asked before long work whose result goes there. The file is left as it is.
Result<void> CheckWritable(const std::string& path, std::string_view what);

}  // namespace reweave
