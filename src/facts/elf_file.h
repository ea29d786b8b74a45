// The few things of a 64-bit little-endian ELF file that facts need. Every offset is checked; nothing outside the file is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reweave::inline facts {

struct ElfSection {
  std::string_view name;
  std::uint64_t address = 0, offset = 0, size = 0;
  bool allocated = false, has_bytes = false;
};

class ElfFile {
 public:
  // `bytes` must outlive the result.
  static Result<ElfFile> Parse(std::string_view bytes, const std::string& name);

  const ElfSection* Find(std::string_view name) const;
  const std::vector<ElfSection>& sections() const { return sections_; }
  std::string_view Bytes(const ElfSection& section) const;

 private:
  std::string_view bytes_;
  std::vector<ElfSection> sections_;
};

}  // namespace reweave::inline facts
