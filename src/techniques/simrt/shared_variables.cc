#include "techniques/simrt/shared_variables.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace reweave::inline simrt {

namespace {

// Accesses of one class that are alike: each of them pairs with all of another group or with none.
struct Group {
  std::vector<std::uint32_t> members;  // ascending
  bool write = false, atomic = false, impacted = false, recast = false;
};
struct Link {
  const Group *first, *second;  // the same: its members pair with each other
};
struct Class {
  std::vector<Group> groups;
  std::vector<Link> links;
  std::uint64_t pairs = 0;
};

// Calls `pair(i, j)`, i <= j, for all pairs of a link; stops when that returns false.
template <typename F>
bool ForEachPair(const std::vector<SharedAccess>& accesses, const Link& link, const F& pair) {
  for (const std::uint32_t i : link.first->members)
    for (const std::uint32_t j : link.second->members) {
      if (link.first == link.second && (j < i || (i == j && !accesses[i].multi_thread))) continue;
      if (!pair(AccessPair{std::min(i, j), std::max(i, j)})) return false;
    }
  return true;
}

std::vector<Class> FindClasses(const std::vector<SharedAccess>& accesses, const std::vector<std::uint32_t>& places,
                               const MayAlias& may_alias) {
  std::map<std::uint32_t, std::map<std::tuple<std::uint32_t, bool, bool, bool, bool>, std::size_t>> known;
  std::map<std::uint32_t, Class> classes;
  for (std::uint32_t i = 0; i < accesses.size(); ++i) {
    const SharedAccess& access = accesses[i];
    const std::uint32_t place = !places.empty() ? places[i] : may_alias ? i : 0;
    Class& own = classes[access.alias_class];
    const auto [entry, fresh] = known[access.alias_class].try_emplace(
        {place, access.write, access.atomic, access.impacted(), access.recast}, own.groups.size());
    if (fresh) own.groups.push_back({{}, access.write, access.atomic, access.impacted(), access.recast});
    own.groups[entry->second].members.push_back(i);
  }
  std::vector<Class> out;
  for (auto& [number, one] : classes) {
    for (std::size_t g = 0; g < one.groups.size(); ++g)
      for (std::size_t h = g; h < one.groups.size(); ++h) {
        const Group &a = one.groups[g], &b = one.groups[h];
        if ((!a.impacted && !b.impacted) || (!a.write && !b.write)) continue;
        if (a.atomic && b.atomic && !a.recast && !b.recast) continue;
        if (may_alias && !may_alias(accesses[a.members.front()], accesses[b.members.back()])) continue;
        one.links.push_back({&a, &b});
        const std::uint64_t m = a.members.size(), n = b.members.size();
        one.pairs += g != h ? m * n
                            : m * (m - 1) / 2 + static_cast<std::uint64_t>(std::ranges::count_if(
                                                    a.members, [&](std::uint32_t i) { return accesses[i].multi_thread; }));
      }
    if (one.pairs > 0) out.push_back(std::move(one));
  }
  return out;
}

// Of the pairs of a class, one for each two sets of blocks; false: more than `most`.
bool ByBlocks(const std::vector<SharedAccess>& accesses, const Class& one, std::size_t most, std::vector<AccessPair>& out) {
  std::map<std::tuple<std::vector<OldBlock>, std::vector<OldBlock>, bool, std::uint32_t>, std::uint32_t> numbers;
  std::map<std::uint32_t, std::uint32_t> blocks_of;  // by access
  Class few = one;  // its groups with at most two members of the same blocks: an access may pair with itself or with the other
  for (Group& group : few.groups) {
    std::map<std::uint32_t, int> taken;
    std::erase_if(group.members, [&](std::uint32_t i) {
      const std::uint32_t blocks =
          numbers
              .try_emplace({accesses[i].blocks, accesses[i].through, accesses[i].spawned, accesses[i].chances},
                           static_cast<std::uint32_t>(numbers.size()))
              .first->second;
      blocks_of[i] = blocks;
      return ++taken[blocks] > 2;
    });
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const Link& link : one.links) {
    const Link own{&few.groups[static_cast<std::size_t>(link.first - one.groups.data())],
                   &few.groups[static_cast<std::size_t>(link.second - one.groups.data())]};
    const bool fits = ForEachPair(accesses, own, [&](const AccessPair& pair) {
      const auto blocks = std::minmax(blocks_of[pair.first], blocks_of[pair.second]);
      if (seen.insert(blocks).second) out.push_back(pair);
      return seen.size() <= most;
    });
    if (!fits) return false;
  }
  return true;
}

}  // namespace

PairList ListPairs(const std::vector<SharedAccess>& accesses, const std::vector<std::uint32_t>& places, const MayAlias& may_alias,
                   std::size_t most) {
  PairList out;
  std::vector<Class> classes = FindClasses(accesses, places, may_alias);
  for (const Class& one : classes) out.total += one.pairs;
  if (out.total <= most) {
    out.pairs.reserve(out.total);
    for (const Class& one : classes)
      for (const Link& link : one.links)
        ForEachPair(accesses, link, [&](const AccessPair& pair) { return out.pairs.push_back(pair), true; });
  } else {
    // Small classes first: they say most about single tests.
    std::vector<const Class*> order;
    for (const Class& one : classes) order.push_back(&one);
    std::ranges::sort(order, {}, [](const Class* one) { return std::pair(one->pairs, one->groups.front().members.front()); });
    for (const Class* own : order) {
      const Class& one = *own;
      std::vector<AccessPair> kept;
      if (ByBlocks(accesses, one, most - out.pairs.size(), kept)) {
        out.pairs.insert(out.pairs.end(), kept.begin(), kept.end());
        continue;
      }
      for (const Group& group : one.groups) out.crowded.insert(out.crowded.end(), group.members.begin(), group.members.end());
    }
  }
  std::ranges::sort(out.pairs);
  std::ranges::sort(out.crowded);
  return out;
}

std::vector<AccessPair> ImpactedPairs(const std::vector<SharedAccess>& accesses, const MayAlias& may_alias) {
  return ListPairs(accesses, {}, may_alias, std::numeric_limits<std::size_t>::max()).pairs;
}

}  // namespace reweave::inline simrt
