// A file whose bytes are read where they are looked at: of a large program, the few pages that matter.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace reweave {

class MappedFile {
 public:
  // `what` is for the message: "cannot read the program".
  static Result<MappedFile> Open(const std::string& path, const char* what);
  MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  std::string_view bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}
  std::string_view bytes_;
};

}  // namespace reweave
