#include "gen/meetings.h"

#include <algorithm>

namespace reweave::gen {

namespace {

constexpr std::size_t kMostWays = 12;      // of a meeting that are remembered
constexpr std::size_t kMostMeetings = 60;  // of two steps that are looked at

// The pairs of places, each once.
std::vector<std::uint64_t> PlacesOf(const std::vector<Touch>& a, const std::vector<Touch>& b) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size() && out.size() < kMostMeetings;) {
    if (a[i].address != b[j].address) {
      ++(a[i].address < b[j].address ? i : j);
      continue;
    }
    const std::uint64_t address = a[i].address;
    std::size_t i_end = i, j_end = j;
    while (i_end < a.size() && a[i_end].address == address) ++i_end;
    while (j_end < b.size() && b[j_end].address == address) ++j_end;
    for (std::size_t x = i; x < i_end; ++x)
      for (std::size_t y = j; y < j_end; ++y)
        if (a[x].writes || b[y].writes) {
          const auto [low, high] = std::minmax(a[x].place, b[y].place);
          out.push_back(std::uint64_t{low} << 32 | high);
        }
    i = i_end, j = j_end;
  }
  std::ranges::sort(out);
  const auto same = std::ranges::unique(out);
  out.erase(same.begin(), same.end());
  return out;
}

}  // namespace

std::vector<std::uint64_t> SharedMemory(const std::vector<Touch>& a, const std::vector<Touch>& b) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].address != b[j].address) {
      ++(a[i].address < b[j].address ? i : j);
      continue;
    }
    const std::uint64_t address = a[i].address;
    bool writes = false;
    for (; i < a.size() && a[i].address == address; ++i) writes |= a[i].writes;
    for (; j < b.size() && b[j].address == address; ++j) writes |= b[j].writes;
    if (writes) out.push_back(address);
  }
  return out;
}

std::size_t Meetings::Add(std::size_t state, const std::vector<Step>& steps, const Allowed& allowed) {
  const std::size_t before = meetings_.size();
  for (std::size_t a = 0; a < steps.size(); ++a)
    for (std::size_t b = a; b < steps.size(); ++b) {
      if (!steps[a].footprint.usable || !steps[b].footprint.usable) continue;
      const auto both_const = allowed(steps[a].call.op, steps[b].call.op);
      if (!both_const) continue;
      const std::vector<std::uint64_t> places = PlacesOf(steps[a].footprint.touches, steps[b].footprint.touches);
      if (places.empty()) continue;
      met_.insert(std::minmax(steps[a].call.op, steps[b].call.op));
      Way way{state, a, b, {}};
      bool used = false;
      for (const std::uint64_t key : places) {
        const auto [at, fresh] = by_places_.try_emplace(key, meetings_.size());
        if (fresh) {
          meetings_.push_back({.tries = 0, .both_const = *both_const, .ways = {}, .known = 0});
          queue_.insert(RankOf(meetings_.back(), at->second));
        }
        Meeting& meeting = meetings_[at->second];
        way.meetings.push_back(at->second);
        // Later ones take the place of earlier ones, ever more rarely.
        std::uint64_t mixed = key ^ ++meeting.known;
        const std::size_t slot = SplitMix(mixed) % meeting.known;
        if (meeting.ways.size() < kMostWays) meeting.ways.push_back(ways_.size()), used = true;
        else if (slot < kMostWays) meeting.ways[slot] = ways_.size(), used = true;
      }
      if (used) ways_.push_back(std::move(way));
    }
  return meetings_.size() - before;
}

const Meetings::Way* Meetings::Rarest(Rng& rng) {
  if (queue_.empty()) return nullptr;
  const Meeting& rarest = meetings_[std::get<2>(*queue_.begin())];
  const Way& way = ways_[rarest.ways[rng.Below(rarest.ways.size())]];
  for (const std::size_t index : way.meetings) {
    Meeting& meeting = meetings_[index];
    queue_.erase(RankOf(meeting, index));
    ++meeting.tries;
    queue_.insert(RankOf(meeting, index));
  }
  return &way;
}

}  // namespace reweave::gen
