// Reader and writer of .rwt, together. Raise kVersion when an old reader would misunderstand a file: a changed layout of
// abi::Event, other numbers of kinds (appending kinds is no change: a reader refuses kinds it does not know), another chunk.
#include "trace/file.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <span>
#include <utility>

#include "base/coding.h"
#include "base/file.h"
#include "trace/pack.h"

namespace reweave::inline trace {

using abi::Event;
using abi::EventKind;

namespace {

constexpr std::string_view kMagic = "RWTRACE\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kFileHeader = 16, kChunkHeader = 32;
constexpr std::size_t kEventsPerChunk = 65536;
constexpr std::uint64_t kMostChunk = 64u << 20;

enum class ChunkType : std::uint32_t { kInfo = 1, kPreamble = 2, kEvents = 3, kEnd = 4 };
enum EndFlags : std::uint64_t { kEndSequential = 1, kEndTruncated = 2, kEndHasPreamble = 4 };

// --- Writing ---------------------------------------------------------------------------------------------------------

void PutChunk(std::string& out, ChunkType type, std::string_view raw) {
  const std::string packed = Compress(raw);
  std::string header;
  PutFixed32(header, static_cast<std::uint32_t>(type));
  PutFixed32(header, 0);
  PutFixed64(header, raw.size());
  PutFixed64(header, packed.size());
  out += header;
  PutFixed64(out, Checksum(packed, Checksum(header)));
  out += packed;
}

void PutEvents(std::string& out, ChunkType type, std::span<const Event> events) {
  for (std::size_t at = 0; at < events.size(); at += kEventsPerChunk) {
    const auto part = events.subspan(at, std::min(kEventsPerChunk, events.size() - at));
    PutChunk(out, type, {reinterpret_cast<const char*>(part.data()), part.size_bytes()});
  }
}

std::string EncodeInfo(const TraceInfo& info) {
  std::string out;
  PutVarint(out, info.command.size());
  for (const auto& word : info.command) PutString(out, word);
  for (const auto* text : {&info.build_key, &info.tool_version, &info.isolation, &info.strategy}) PutString(out, *text);
  PutVarint(out, info.seed);
  return out;
}

// --- Reading ---------------------------------------------------------------------------------------------------------

bool DecodeInfo(std::string_view bytes, TraceInfo& info) {
  Decoder in(bytes);
  const std::uint64_t words = in.Varint();
  for (std::uint64_t i = 0; in.ok() && i < words; ++i) info.command.emplace_back(in.String());
  for (auto* text : {&info.build_key, &info.tool_version, &info.isolation, &info.strategy}) *text = in.String();
  info.seed = in.Varint();
  return in.ok() && in.at_end();
}

bool IsValid(const Event& event) {
  if (!IsKnownKind(event.kind)) return false;
  return event.kind != EventKind::kRunEnd || event.outcome <= static_cast<std::uint8_t>(abi::kLastEndKind);
}

// What a run is about, without what it did: modules, threads, texts, its end.
bool InOutline(const Event& event) {
  if (event.kind == EventKind::kCreate) return true;
  return IsMeta(event.kind) && event.kind != EventKind::kEnabled && event.kind != EventKind::kOutcomes &&
         event.kind != EventKind::kShared && event.kind != EventKind::kStateKey;
}

class TraceReader {
 public:
  // outline: only that is kept.
  explicit TraceReader(std::string_view bytes, bool outline = false) : bytes_(bytes), outline_(outline) {}

  // Reads chunk by chunk; stops at the end record or at the first thing that is wrong.
  void Read() {
    if (!ReadFileHeader()) return;
    while (!ended_ && problem_.empty()) ReadChunk();
    if (problem_.empty() && at_ != bytes_.size()) Bad("there is something after the end");
    if (problem_.empty()) CheckRun();
  }

  // The records of the next chunk that has some, for as long as nothing is wrong; empty at the end.
  std::span<const Event> NextEvents() {
    if (at_ == 0 && !ReadFileHeader()) return {};
    for (chunk_.clear(); chunk_.empty() && !ended_ && problem_.empty() && at_ < bytes_.size();) ReadChunk();
    return chunk_;
  }
  std::size_t at() const { return at_; }
  void Restart() { *this = TraceReader(bytes_, outline_); }

  bool ok() const { return problem_.empty(); }
  // "byte 17: truncated"
  std::string problem() const { return fmt::format("byte {}: {}", bad_at_, problem_); }
  bool salvageable() const { return events_ > 0 && file_.trace.events.front().kind == EventKind::kRunBegin; }

  TraceFile Take() {
    file_.trace.preamble = preamble_ && !file_.trace.sequential ? preamble_ : nullptr;
    return std::move(file_);
  }
  TraceFile Salvage() {
    auto& events = file_.trace.events;
    const auto end = std::ranges::find(events, EventKind::kRunEnd, &Event::kind);
    events.erase(end == events.end() ? end : end + 1, events.end());
    if (events.back().kind != EventKind::kRunEnd) {
      Event lost{};
      lost.kind = EventKind::kRunEnd;
      lost.outcome = static_cast<std::uint8_t>(abi::EndKind::kLost);
      lost.obj = points_;
      events.push_back(lost);
    }
    file_.problem = problem();
    return Take();
  }

 private:
  void Bad(std::string why) { problem_ = std::move(why), bad_at_ = at_; }

  bool ReadFileHeader() {
    if (bytes_.empty()) return Bad("the file is empty"), false;
    if (!bytes_.starts_with(kMagic)) return Bad("this is not a Reweave trace"), false;
    if (bytes_.size() < kFileHeader) return at_ = bytes_.size(), Bad("truncated in the file header"), false;
    at_ = kMagic.size();
    const std::uint32_t version = Decoder(bytes_.substr(at_)).Fixed32();
    if (version != kVersion) return Bad(fmt::format("format version {}; this reweave reads {}", version, kVersion)), false;
    at_ = kFileHeader;
    return true;
  }

  void ReadChunk() {
    if (bytes_.size() - at_ < kChunkHeader)
      return Bad(at_ == bytes_.size() ? "the end record is missing" : "truncated in a chunk header");
    Decoder in(bytes_.substr(at_, kChunkHeader));
    const auto type = static_cast<ChunkType>(in.Fixed32());
    in.Fixed32();
    const std::uint64_t raw_size = in.Fixed64(), packed_size = in.Fixed64(), sum = in.Fixed64();
    if (packed_size > bytes_.size() - at_ - kChunkHeader) return Bad("truncated, or a damaged chunk header");
    const auto packed = bytes_.substr(at_ + kChunkHeader, packed_size);
    if (Checksum(packed, Checksum(bytes_.substr(at_, kChunkHeader - 8))) != sum) return Bad("checksum does not match");
    const auto raw = raw_size <= kMostChunk ? Decompress(packed, raw_size) : std::nullopt;
    if (!raw) return Bad("a chunk does not decompress");
    Apply(type, *raw);
    if (problem_.empty()) at_ += kChunkHeader + packed_size;
  }

  void Apply(ChunkType type, std::string_view raw) {
    switch (type) {
      case ChunkType::kInfo:
        if (!DecodeInfo(raw, file_.info)) Bad("damaged info chunk");
        return;
      case ChunkType::kPreamble:
        if (!preamble_) preamble_ = std::make_shared<Preamble>();
        return Append(raw, preamble_->events, preamble_events_);
      case ChunkType::kEvents: return Append(raw, file_.trace.events, events_);
      case ChunkType::kEnd: return ApplyEnd(raw);
    }
    Bad(fmt::format("unknown chunk type {}", static_cast<std::uint32_t>(type)));
  }

  template <typename Events>
  void Append(std::string_view raw, Events& events, std::uint64_t& count) {
    if (raw.empty() || raw.size() % sizeof(Event) != 0) return Bad("a chunk does not hold whole records");
    chunk_.resize(raw.size() / sizeof(Event));
    std::memcpy(chunk_.data(), raw.data(), raw.size());
    if (const auto bad = std::ranges::find_if_not(chunk_, IsValid); bad != chunk_.end()) {
      Bad(fmt::format("record {} of this chunk has an unknown kind or value", bad - chunk_.begin()));
      return chunk_.clear();
    }
    if (&count == &events_) {
      points_ += static_cast<std::uint64_t>(std::ranges::count_if(chunk_, IsPoint));
      const auto end = std::ranges::find(chunk_, EventKind::kRunEnd, &Event::kind);
      if (end != chunk_.end() && run_end_ == kNone) run_end_ = count + static_cast<std::uint64_t>(end - chunk_.begin());
    }
    count += chunk_.size();
    if (outline_) std::ranges::copy_if(chunk_, std::back_inserter(events), InOutline);
    else events.insert(events.end(), chunk_.begin(), chunk_.end());
  }

  void ApplyEnd(std::string_view raw) {
    Decoder in(raw);
    const std::uint64_t preamble = in.Varint(), events = in.Varint(), flags = in.Varint();
    if (!in.ok() || !in.at_end() || preamble != preamble_events_ || events != events_)
      return Bad("the end record does not fit what came before");
    file_.trace.sequential = (flags & kEndSequential) != 0;
    file_.trace.truncated = (flags & kEndTruncated) != 0;
    if ((flags & kEndHasPreamble) != 0 && !preamble_) preamble_ = std::make_shared<Preamble>();
    ended_ = true;
  }

  void CheckRun() {
    if (!salvageable() || run_end_ == kNone || run_end_ + 1 != events_) Bad("the records are not one run");
  }

  static constexpr std::uint64_t kNone = ~0ull;
  std::string_view bytes_;
  bool outline_;
  std::vector<Event> chunk_;
  std::uint64_t preamble_events_ = 0, events_ = 0, points_ = 0;
  std::uint64_t run_end_ = kNone;  // number of the first RunEnd
  std::size_t at_ = 0, bad_at_ = 0;
  std::string problem_;
  bool ended_ = false;
  std::shared_ptr<Preamble> preamble_;
  TraceFile file_;
};

}  // namespace

std::string EncodeTrace(const TraceInfo& info, const Trace& trace) {
  std::string out(kMagic);
  PutFixed32(out, kVersion);
  PutFixed32(out, 0);
  PutChunk(out, ChunkType::kInfo, EncodeInfo(info));
  if (trace.preamble) PutEvents(out, ChunkType::kPreamble, trace.preamble->events);
  PutEvents(out, ChunkType::kEvents, trace.events);
  std::string end;
  PutVarint(end, trace.preamble ? trace.preamble->events.size() : 0);
  PutVarint(end, trace.events.size());
  PutVarint(end, (trace.sequential ? kEndSequential : 0) | (trace.truncated ? kEndTruncated : 0) |
                     (trace.preamble ? kEndHasPreamble : 0));
  PutChunk(out, ChunkType::kEnd, end);
  return out;
}

Result<TraceFile> DecodeTrace(std::string_view bytes, const std::string& name, bool salvage) {
  TraceReader reader(bytes);
  reader.Read();
  if (reader.ok()) return reader.Take();
  if (salvage && reader.salvageable()) return reader.Salvage();
  return Fail(ErrorCategory::kUsage, "cannot read trace", name, reader.problem(),
              reader.salvageable() ? "--salvage uses what comes before" : "");
}

// --- Streams -----------------------------------------------------------------------------------------------------------

namespace {

class FileStream : public TraceStream {
 public:
  FileStream(const char* bytes, std::size_t size) : bytes_(bytes, size), reader_(bytes_, true) {}
  ~FileStream() override { munmap(const_cast<char*>(bytes_.data()), bytes_.size()); }

  Result<void> Verify(const std::string& name, bool salvage) {
    TraceReader reader(bytes_, true);
    reader.Read();
    salvaged_ = !reader.ok();
    if (salvaged_ && !(salvage && reader.salvageable()))
      return Fail(ErrorCategory::kUsage, "cannot read trace", name, reader.problem(),
                  reader.salvageable() ? "--salvage uses what comes before" : "");
    end_ = reader.at();
    outline_ = salvaged_ ? reader.Salvage() : reader.Take();
    Restart();
    return {};
  }

  const TraceFile& outline() const override { return outline_; }
  void Restart() override { reader_.Restart(), told_end_ = false; }
  std::span<const Event> Next() override {
    const std::size_t before = reader_.at();
    if (before < end_)
      if (const auto events = reader_.NextEvents(); !events.empty()) {
        // What was read is not needed in memory any more.
        const std::size_t page = 4096, from = (before + page - 1) / page * page, to = reader_.at() / page * page;
        if (to > from) madvise(const_cast<char*>(bytes_.data()) + from, to - from, MADV_DONTNEED);
        return events;
      }
    if (salvaged_ && outline_.trace.end_kind() == abi::EndKind::kLost && !std::exchange(told_end_, true))
      return {&outline_.trace.events.back(), 1};
    return {};
  }

 private:
  std::string_view bytes_;
  TraceReader reader_;
  TraceFile outline_;
  std::size_t end_ = 0;  // of what is readable
  bool salvaged_ = false, told_end_ = false;
};

}  // namespace

Result<std::unique_ptr<TraceStream>> TraceStream::Open(const std::string& path, bool salvage) {
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (!file.valid() || fstat(file.get(), &status) != 0)
    return Fail(ErrorCategory::kUsage, "cannot read trace", path, std::strerror(errno));
  if (status.st_size == 0) return Fail(ErrorCategory::kUsage, "cannot read trace", path, "byte 0: the file is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (bytes == MAP_FAILED) return Fail(ErrorCategory::kUsage, "cannot read trace", path, std::strerror(errno));
  auto stream = std::make_unique<FileStream>(static_cast<const char*>(bytes), size);
  RW_TRY(stream->Verify(path, salvage));
  return stream;
}

bool IsTraceFile(const std::string& path) {
  std::string start(kMagic.size(), '\0');
  std::ifstream in(path, std::ios::binary);
  return in.read(start.data(), static_cast<std::streamsize>(start.size())) && start == kMagic;
}

Result<void> WriteTrace(const std::string& path, const TraceInfo& info, const Trace& trace) {
  return WriteFile(path, EncodeTrace(info, trace), "cannot write trace");
}

Result<TraceFile> ReadTrace(const std::string& path, bool salvage) {
  RW_ASSIGN(const std::string bytes, ReadFile(path, "cannot read trace"));
  return DecodeTrace(bytes, path, salvage);
}

}  // namespace reweave::inline trace
