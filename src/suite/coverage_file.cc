#include "suite/coverage_file.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "abi/coverage.h"

namespace reweave::inline suite {

namespace {

template <typename T>
T Load(std::string_view file, std::uint64_t at) {
  T value{};
  if (at + sizeof value <= file.size()) std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

// The header's fields are atomic there and plain here: nobody writes any more.
struct Record {
  abi::CoverageKind kind;
  std::uint32_t units, process, number, first, count;
  std::uint64_t start, argument;
};

RawCoverage::Thread ReadThread(const Record& record, std::string_view data) {
  const bool alone = record.kind == abi::CoverageKind::kAlone && record.first == 0;
  RawCoverage::Thread thread{.process = record.process, .number = alone ? kAloneThread : record.number, .ids = {}};
  const std::uint64_t words = std::min<std::uint64_t>(record.count / 64, data.size() / 8);
  for (std::uint64_t w = 0; w < words; ++w)
    for (auto bits = Load<std::uint64_t>(data, w * 8); bits != 0; bits &= bits - 1)
      thread.ids.push_back(static_cast<std::uint32_t>(w * 64 + static_cast<std::uint64_t>(std::countr_zero(bits))));
  return thread;
}

RawCoverage::Command ReadCommand(const Record& record, std::string_view data) {
  RawCoverage::Command command{
      .process = record.process, .pid = record.start, .parent = record.argument, .directory = {}, .words = {}};
  data = data.substr(0, record.count);
  command.directory = data.substr(0, data.find('\0'));
  data.remove_prefix(std::min(data.size(), command.directory.size() + 1));
  while (!data.empty()) {
    const std::string_view word = data.substr(0, data.find('\0'));
    command.words.emplace_back(word);
    data.remove_prefix(std::min(data.size(), word.size() + 1));
  }
  return command;
}

}  // namespace

RawCoverage ReadCoverage(std::string_view file) {
  RawCoverage out;
  if (Load<std::uint64_t>(file, 0) != abi::kCoverageMagic) {
    out.lost = "the coverage file was overwritten";
    return out;
  }
  const auto lost = Load<std::uint32_t>(file, 36);
  if (lost & abi::kLostRoom) out.lost = "more threads than the coverage file has room for";
  if (lost & abi::kLostModule) out.lost = "a library was opened that had too many blocks";
  const std::uint64_t used = std::min<std::uint64_t>(Load<std::uint64_t>(file, 24), file.size());
  for (std::uint64_t at = abi::kCoverageFirst; at + sizeof(abi::CoverageRecord) <= used;) {
    const auto record = Load<Record>(file, at);
    const std::uint64_t bytes = std::uint64_t{record.units} * 64;
    // A process that was killed between taking room and saying for what: what lies behind cannot be found.
    if (bytes == 0 || at + bytes > used) {
      if (out.lost.empty()) out.lost = "a process was killed while it wrote its coverage";
      break;
    }
    const std::string_view data = file.substr(at + abi::kCoverageData, bytes - abi::kCoverageData);
    if (record.kind == abi::CoverageKind::kModule)
      out.modules.push_back({record.process, record.first, record.count, std::string(data.substr(0, data.find('\0')))});
    else if (record.kind == abi::CoverageKind::kThread || record.kind == abi::CoverageKind::kAlone)
      out.threads.push_back(ReadThread(record, data));
    else if (record.kind == abi::CoverageKind::kCommand) out.commands.push_back(ReadCommand(record, data));
    at += bytes;
  }
  return out;
}

static_assert(offsetof(abi::CoverageHeader, used) == 24 && offsetof(abi::CoverageHeader, lost) == 36);

Result<CoverageFile> CoverageFile::Create(std::uint64_t bytes) {
  CoverageFile file;
  file.fd_.Reset(memfd_create("reweave-coverage", MFD_CLOEXEC));
  file.bytes_ = bytes;
  if (!file.fd_.valid()) return Fail(ErrorCategory::kInternal, "cannot make the coverage file", {}, ErrnoText(errno));
  file.path_ = fmt::format("/proc/{}/fd/{}", getpid(), file.fd_.get());
  RW_TRY(file.Reset());
  return file;
}

Result<void> CoverageFile::Reset(const std::vector<Idle>& idle) {
  std::string records(abi::kCoverageFirst, '\0');
  for (const Idle& module : idle) {
    const std::size_t at = records.size(), bits_at = (module.path.size() + 8) / 8 * 8, bits = module.bits->size() * 8;
    const std::size_t bytes = (abi::kCoverageData + bits_at + bits + 63) / 64 * 64;
    records.resize(at + bytes);
    const Record record{abi::CoverageKind::kIdle,
                        static_cast<std::uint32_t>(bytes / 64),
                        0,
                        0,
                        static_cast<std::uint32_t>(bits_at),
                        module.blocks,
                        0,
                        0};
    std::memcpy(&records[at], &record, sizeof record);
    std::memcpy(&records[at + abi::kCoverageData], module.path.data(), module.path.size());
    if (bits > 0) std::memcpy(&records[at + abi::kCoverageData + bits_at], module.bits->data(), bits);
  }
  abi::CoverageHeader header{};
  header.magic = abi::kCoverageMagic;
  header.version = abi::kCoverageVersion;
  header.bytes = bytes_;
  header.used = records.size();
  std::memcpy(records.data(), static_cast<const void*>(&header), sizeof header);
  if (ftruncate(fd_.get(), 0) != 0 || ftruncate(fd_.get(), static_cast<off_t>(bytes_)) != 0 ||
      pwrite(fd_.get(), records.data(), records.size(), 0) != static_cast<ssize_t>(records.size()))
    return Fail(ErrorCategory::kUsage, "cannot prepare the coverage file", {}, ErrnoText(errno), "is there memory left?");
  return {};
}

Result<RawCoverage> CoverageFile::Read() const {
  std::uint64_t used = 0;
  if (pread(fd_.get(), &used, sizeof used, 24) != static_cast<ssize_t>(sizeof used)) used = 0;
  used = std::clamp<std::uint64_t>(used, abi::kCoverageFirst, bytes_);
  void* map = mmap(nullptr, used, PROT_READ, MAP_SHARED, fd_.get(), 0);
  if (map == MAP_FAILED) return Fail(ErrorCategory::kInternal, "cannot read the coverage file", {}, ErrnoText(errno));
  RawCoverage coverage = ReadCoverage({static_cast<const char*>(map), used});
  munmap(map, used);
  return coverage;
}

}  // namespace reweave::inline suite
