#include "explore/resume_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/coding.h"
#include "base/file.h"
#include "trace/pack.h"

namespace reweave::inline explore {

namespace {

constexpr std::string_view kMagic = "reweave-resume 6\n";
constexpr std::uint64_t kMostBytes = 8ull << 30;

// Size and checksum, then the bytes.
std::string Frame(std::string_view bytes) {
  std::string out;
  PutFixed64(out, bytes.size());
  PutFixed64(out, Checksum(bytes));
  return out.append(bytes);
}

Error Bad(const std::string& path, const std::string& why) {
  return Error(ErrorCategory::kUsage, "cannot resume from", path, why, "remove the file to start a new search");
}

Result<std::string_view> Unframe(Decoder& in, const std::string& path) {
  const std::uint64_t size = in.Fixed64(), checksum = in.Fixed64();
  const std::string_view bytes = in.Bytes(size);
  if (!in.ok()) return std::unexpected(Bad(path, fmt::format("it ends at byte {} in the middle of its state", in.offset())));
  if (Checksum(bytes) != checksum)
    return std::unexpected(Bad(path, fmt::format("the checksum of what ends at byte {} does not match", in.offset())));
  return bytes;
}

Result<void> CheckIdentity(std::string_view packed, const SearchIdentity& wanted, const std::string& path) {
  Decoder in(packed);
  for (const auto& [name, value] : wanted) {
    const std::string saved_name(in.String()), saved(in.String());
    if (!in.ok() || saved_name != name) return std::unexpected(Bad(path, "it was written by another version of reweave"));
    if (saved != value)
      return std::unexpected(Bad(path, fmt::format("its search has another {}: {}, not {}", name, saved, value)));
  }
  return {};
}

}  // namespace

Result<void> WriteResumeFile(const std::string& path, const SearchIdentity& identity, std::string_view state) {
  std::string names;
  for (const auto& [name, value] : identity) PutString(names, name), PutString(names, value);
  std::string packed;
  PutFixed64(packed, state.size());
  packed += Compress(state);
  return WriteFile(path, std::string(kMagic) + Frame(names) + Frame(packed), "cannot write the file to resume from");
}

Result<void> AppendFinding(const std::string& path, std::string_view finding) {
  const Fd file(open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  const std::string bytes = Frame(finding);
  if (!file.valid() || write(file.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
    return Fail(ErrorCategory::kUsage, "cannot write the file to resume from", path, ErrnoText(errno));
  return {};
}

Result<SavedSearch> ReadResumeFile(const std::string& path, const SearchIdentity& identity) {
  RW_ASSIGN(const std::string file, ReadFile(path, "cannot read the file to resume from"));
  if (!file.starts_with(kMagic)) {
    const bool other = file.starts_with(kMagic.substr(0, kMagic.find(' ') + 1));
    return std::unexpected(Bad(path, other ? "it was written by another version of reweave" : "it is not a file of --resume"));
  }
  Decoder in(std::string_view(file).substr(kMagic.size()), kMagic.size());
  RW_ASSIGN(const std::string_view names, Unframe(in, path));
  RW_TRY(CheckIdentity(names, identity, path));
  RW_ASSIGN(const std::string_view packed, Unframe(in, path));
  Decoder body(packed);
  const std::uint64_t size = body.Fixed64();
  auto state = body.ok() && size <= kMostBytes ? Decompress(packed.substr(8), size) : std::nullopt;
  if (!state) return std::unexpected(Bad(path, "its state cannot be decompressed"));
  SavedSearch saved{.state = std::move(*state), .findings = {}};
  while (!in.at_end()) {  // we may have been killed while the last one was written
    const auto finding = Unframe(in, path);
    if (!finding) break;
    saved.findings.emplace_back(*finding);
  }
  return saved;
}

}  // namespace reweave::inline explore
