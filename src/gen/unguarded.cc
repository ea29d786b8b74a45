#include "gen/unguarded.h"

#include <algorithm>

namespace reweave::gen {

namespace {

constexpr std::size_t kMostUses = 6;     // of a place that are remembered
constexpr std::size_t kMostPlaces = 40;  // of an address
constexpr std::size_t kMostPairs = 2000;

}  // namespace

void Unguarded::AddPlace(std::vector<Place>& places, const Touch& touch) {
  places.push_back({touch, {}, 0});
  for (std::size_t i = 0; i < places.size() && pairs_.size() < kMostPairs; ++i) {
    const Touch& other = places[i].touch;
    if (!MayRace(other, touch) || !known_.insert(std::minmax(other.place, touch.place)).second) continue;
    pairs_.push_back({.tries = 0, .address = touch.address, .first = i, .second = places.size() - 1});
  }
}

void Unguarded::Add(std::size_t state, const std::vector<Step>& steps) {
  for (std::size_t step = 0; step < steps.size(); ++step) {
    if (!steps[step].footprint.usable) continue;
    for (const Touch& touch : steps[step].footprint.touches) {
      std::vector<Place>& places = places_[touch.address];
      auto at = std::ranges::find(places, touch, &Place::touch);
      if (at == places.end()) {
        if (places.size() >= kMostPlaces) continue;
        AddPlace(places, touch);
        at = std::prev(places.end());
      }
      // Later ones take the place of earlier ones, ever more rarely.
      std::uint64_t mixed = touch.address ^ ++at->known;
      const std::size_t slot = SplitMix(mixed) % at->known;
      if (at->uses.size() < kMostUses) at->uses.push_back({state, step});
      else if (slot < kMostUses) at->uses[slot] = {state, step};
    }
  }
}

std::optional<std::pair<Unguarded::Use, Unguarded::Use>> Unguarded::Rarest(Rng& rng) {
  const auto least = std::ranges::min_element(pairs_, {}, &Pair::tries);
  if (least == pairs_.end()) return std::nullopt;
  ++least->tries;
  const std::vector<Place>& places = places_.at(least->address);
  const auto any = [&](std::size_t place) { return places[place].uses[rng.Below(places[place].uses.size())]; };
  std::pair<Use, Use> out(any(least->first), any(least->second));
  if (rng.Below(2) == 0) std::swap(out.first, out.second);
  return out;
}

}  // namespace reweave::gen
