// The map's operations by name, for scripts.
#include "script.h"
#include "tree_map.h"

namespace {

constexpr long kMaximum = 64;

struct Fixture {
  TreeMap map, other;
  Fixture(const long* keys, int count) : map(keys, count), other(keys, count / 2) {}
};

constexpr Operation<Fixture> kOperations[] = {
    {"get", [](Fixture& f, long a, long) { Use(f.map.get(a).value_or(0)); }},
    {"containsKey", [](Fixture& f, long a, long) { Use(f.map.containsKey(a)); }},
    {"containsValue", [](Fixture& f, long a, long) { Use(f.map.containsValue(a)); }},
    {"put", [](Fixture& f, long a, long b) { Use(f.map.put(a, b).value_or(0)); }},
    {"putIfAbsent", [](Fixture& f, long a, long b) { Use(f.map.putIfAbsent(a, b)); }},
    {"replace", [](Fixture& f, long a, long b) { Use(f.map.replace(a, b).value_or(0)); }},
    {"addTo", [](Fixture& f, long a, long b) { Use(f.map.addTo(a, b)); }},
    {"remove", [](Fixture& f, long a, long) { Use(f.map.remove(a).value_or(0)); }},
    {"clear", [](Fixture& f, long, long) { f.map.clear(); }},
    {"size", [](Fixture& f, long, long) { Use(f.map.size()); }},
    {"isEmpty", [](Fixture& f, long, long) { Use(f.map.isEmpty()); }},
    {"firstKey", [](Fixture& f, long, long) { Use(f.map.firstKey().value_or(0)); }},
    {"lastKey", [](Fixture& f, long, long) { Use(f.map.lastKey().value_or(0)); }},
    {"floorKey", [](Fixture& f, long a, long) { Use(f.map.floorKey(a).value_or(0)); }},
    {"ceilingKey", [](Fixture& f, long a, long) { Use(f.map.ceilingKey(a).value_or(0)); }},
    {"lowerKey", [](Fixture& f, long a, long) { Use(f.map.lowerKey(a).value_or(0)); }},
    {"higherKey", [](Fixture& f, long a, long) { Use(f.map.higherKey(a).value_or(0)); }},
    {"pollFirst", [](Fixture& f, long, long) { Use(f.map.pollFirst().value_or(0)); }},
    {"pollLast", [](Fixture& f, long, long) { Use(f.map.pollLast().value_or(0)); }},
    {"rank", [](Fixture& f, long a, long) { Use(f.map.rank(a)); }},
    {"select", [](Fixture& f, long a, long) { Use(f.map.select(static_cast<int>(a)).value_or(0)); }},
    {"sumOfRange", [](Fixture& f, long a, long b) { Use(f.map.sumOfRange(a, b)); }},
    {"countRange", [](Fixture& f, long a, long b) { Use(f.map.countRange(a, b)); }},
    {"removeRange", [](Fixture& f, long a, long b) { Use(f.map.removeRange(a, b)); }},
    {"keys", [](Fixture& f, long, long) { Use(static_cast<long>(f.map.keys().size())); }},
    {"headKeys", [](Fixture& f, long a, long) { Use(static_cast<long>(f.map.headKeys(a).size())); }},
    {"tailKeys", [](Fixture& f, long a, long) { Use(static_cast<long>(f.map.tailKeys(a).size())); }},
    {"digestDescending", [](Fixture& f, long, long) { Use(f.map.digestDescending()); }},
    {"putAll", [](Fixture& f, long, long) { f.map.putAll(f.other); }},
    {"equals", [](Fixture& f, long, long) { Use(f.map.equals(f.other)); }},
    {"hashCode", [](Fixture& f, long, long) { Use(f.map.hashCode()); }},
    {"height", [](Fixture& f, long, long) { Use(f.map.height()); }},
    {"isBalanced", [](Fixture& f, long, long) { Use(f.map.isBalanced()); }},
    {"toString", [](Fixture& f, long, long) { Use(static_cast<long>(f.map.toString().size())); }},
    {"copy", [](Fixture& f, long, long) { Use(TreeMap(f.map).size()); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // entries, distance of the keys
  long keys[kMaximum];
  const int count = static_cast<int>(numbers[0] < kMaximum ? numbers[0] : 0);
  for (int i = 0; i < count; ++i) keys[i] = (i * 7 % 23 + 1) * (numbers.size() > 1 ? numbers[1] : 1);
  Fixture fixture(keys, count);
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
