#include "techniques/recontest/locations.h"

#include <algorithm>

namespace reweave::recontest {

namespace {

constexpr std::uint32_t kMostCovered = 64, kScalar = 16;

struct Piece {
  std::uint32_t object, low, high;
  bool element;
  friend auto operator<=>(const Piece&, const Piece&) = default;
};

bool IsWide(const Access& access) { return access.size > kScalar && (access.flags & kFolded) == 0; }

}  // namespace

Locations::Locations(const History& run) {
  std::vector<Piece> scalars, wide;
  for (const Access& access : run.accesses) {
    const Piece piece{access.object, access.offset, access.offset + std::max<std::uint32_t>(access.size, 1),
                      (access.flags & kIsElement) != 0};
    (IsWide(access) ? wide : scalars).push_back(piece);
    if (scalars.size() > 4096 && scalars.size() == scalars.capacity()) {  // there are far fewer pieces than accesses
      std::ranges::sort(scalars);
      scalars.erase(std::unique(scalars.begin(), scalars.end()), scalars.end());
    }
  }
  // Overlapping pieces are one.
  std::vector<Piece> pieces;
  const auto merge = [&pieces](std::vector<Piece>& from) {
    std::ranges::sort(from);
    for (const Piece& piece : from) {
      if (!pieces.empty() && pieces.back().object == piece.object && piece.low < pieces.back().high) {
        pieces.back().high = std::max(pieces.back().high, piece.high);
        pieces.back().element |= piece.element;
      } else {
        pieces.push_back(piece);
      }
    }
  };
  merge(scalars);
  // A copy of what nobody else looks into is a location of its own.
  std::vector<Piece> lonely;
  const auto overlaps = [&pieces](const Piece& piece) {
    const auto at = std::ranges::upper_bound(pieces, std::pair(piece.object, piece.low), {},
                                             [](const Piece& p) { return std::pair(p.object, p.high); });
    return at != pieces.end() && at->object == piece.object && at->low < piece.high;
  };
  for (const Piece& piece : wide)
    if (!overlaps(piece)) lonely.push_back(piece);
  if (!lonely.empty()) {
    for (Piece& piece : lonely) piece.element = true;
    lonely.insert(lonely.end(), pieces.begin(), pieces.end());
    pieces.clear();
    merge(lonely);
  }
  for (const Piece& piece : pieces) field_.push_back(!piece.element);
  first_.reserve(run.accesses.size() + 1);
  for (const Access& access : run.accesses) {
    first_.push_back(static_cast<std::uint32_t>(covered_.size()));
    const std::uint32_t low = access.offset, high = access.offset + std::max<std::uint32_t>(access.size, 1);
    auto at = std::ranges::upper_bound(pieces, std::pair(access.object, low), {},
                                       [](const Piece& p) { return std::pair(p.object, p.high); });
    for (std::uint32_t n = 0; n < kMostCovered && at != pieces.end() && at->object == access.object && at->low < high; ++n, ++at)
      covered_.push_back(static_cast<std::uint32_t>(at - pieces.begin()));
  }
  first_.push_back(static_cast<std::uint32_t>(covered_.size()));
}

}  // namespace reweave::recontest
