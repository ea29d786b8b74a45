#include "explore/collect/printed_outcomes.h"

#include <algorithm>
#include <string>

#include "base/rng.h"

namespace reweave::inline collect {

namespace {

constexpr std::size_t kStreams = 2;

// FNV-1a of a line, byte by byte, since lines arrive in pieces.
struct Line {
  std::uint64_t hash = 14695981039346656037ull;
  bool any = false;
  void Add(char c) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    any = true;
  }
  std::uint64_t Take(std::uint64_t stream) {
    std::uint64_t mixed = hash ^ stream;
    *this = Line{};
    return SplitMix(mixed);
  }
};

}  // namespace

std::uint64_t PrintedDigest(const Trace& trace) {
  Line lines[kStreams];
  std::uint64_t digest = 0;
  std::string piece;
  for (const abi::Event& event : trace.events.records()) {
    if (event.kind != abi::EventKind::kText) continue;
    const std::size_t stream = event.outcome - static_cast<std::size_t>(abi::TextStream::kStdout);
    if (stream >= kStreams) continue;
    piece.clear();
    AppendText(piece, event);
    for (const char c : piece) {
      if (c == '\n') digest += lines[stream].Take(stream);
      else lines[stream].Add(c);
    }
  }
  for (std::size_t stream = 0; stream < kStreams; ++stream)
    if (lines[stream].any) digest += lines[stream].Take(stream);
  if (trace.end_kind() != abi::EndKind::kExit) return digest;
  std::uint64_t status = trace.end().value + 0x517cc1b727220a95ull;
  return digest ^ SplitMix(status);
}

bool PrintedOutcomes::Observe(std::uint64_t digest, const std::vector<detect::PatternInstance>& unserialisable) {
  if (varies_) return false;
  if (unserialisable.empty()) {
    ++calm_runs_;
    varies_ = usual_.value_or(digest) != digest;
    usual_ = digest;
    return false;
  }
  if (!usual_) return false;  // nothing to compare with yet
  if (digest != *usual_) return true;
  for (const detect::PatternInstance& instance : unserialisable) usual_keys_.insert(instance.key);
  return false;
}

PrintedOutcomes PrintedOutcomes::ForPart() const {
  PrintedOutcomes out;
  out.usual_ = usual_;
  out.varies_ = varies_;
  return out;
}

void PrintedOutcomes::Absorb(const PrintedOutcomes& part) {
  varies_ = varies_ || part.varies_ || (usual_ && part.usual_ && *usual_ != *part.usual_);
  if (!usual_) usual_ = part.usual_;
  usual_keys_.insert(part.usual_keys_.begin(), part.usual_keys_.end());
  calm_runs_ += part.calm_runs_;
}

}  // namespace reweave::inline collect
