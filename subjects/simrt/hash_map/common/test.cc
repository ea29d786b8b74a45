// The map's operations by name, for scripts.
#include <cstdio>

#include "hash_map.h"
#include "script.h"

namespace {

constexpr long kMaximum = 64;

struct Fixture {
  HashMap map, other;
  Fixture(const long* keys, int count, int capacity) : map(keys, count, capacity, 0.75f), other(keys, count / 2, 4, 1.0f) {}
};

long Twice(long, long value) { return 2 * value; }
long Difference(long key, long value) { return value - key; }

constexpr Operation<Fixture> kOperations[] = {
    {"get", [](Fixture& f, long a, long) { Use(f.map.get(a)); }},
    {"getOrDefault", [](Fixture& f, long a, long b) { Use(f.map.getOrDefault(a, b)); }},
    {"containsKey", [](Fixture& f, long a, long) { Use(f.map.containsKey(a)); }},
    {"containsValue", [](Fixture& f, long a, long) { Use(f.map.containsValue(a)); }},
    {"put", [](Fixture& f, long a, long b) { Use(f.map.put(a, b)); }},
    {"putIfAbsent", [](Fixture& f, long a, long b) { Use(f.map.putIfAbsent(a, b)); }},
    {"replace", [](Fixture& f, long a, long b) { Use(f.map.replace(a, b)); }},
    {"replaceIf", [](Fixture& f, long a, long b) { Use(f.map.replaceIf(a, a * 10 + 1, b)); }},
    {"merge", [](Fixture& f, long a, long b) { Use(f.map.merge(a, b)); }},
    {"computeIfAbsent", [](Fixture& f, long a, long) { Use(f.map.computeIfAbsent(a, Difference)); }},
    {"remove", [](Fixture& f, long a, long) { Use(f.map.remove(a)); }},
    {"removeIf", [](Fixture& f, long a, long) { Use(f.map.removeIf(a, a * 10 + 1)); }},
    {"clear", [](Fixture& f, long, long) { f.map.clear(); }},
    {"size", [](Fixture& f, long, long) { Use(f.map.size()); }},
    {"isEmpty", [](Fixture& f, long, long) { Use(f.map.isEmpty()); }},
    {"putAll", [](Fixture& f, long, long) { f.map.putAll(f.other); }},
    {"retainAll", [](Fixture& f, long, long) { Use(f.map.retainAll(f.other)); }},
    {"equals", [](Fixture& f, long, long) { Use(f.map.equals(f.other)); }},
    {"hashCode", [](Fixture& f, long, long) { Use(f.map.hashCode()); }},
    {"keys", [](Fixture& f, long, long) { Use(static_cast<long>(f.map.keys().size())); }},
    {"values", [](Fixture& f, long, long) { Use(static_cast<long>(f.map.values().size())); }},
    {"sumOfValues", [](Fixture& f, long, long) { Use(f.map.sumOfValues()); }},
    {"forEach", [](Fixture& f, long, long) { Use(f.map.forEach(Difference)); }},
    {"replaceAll", [](Fixture& f, long, long) { f.map.replaceAll(Twice); }},
    {"reserve", [](Fixture& f, long a, long) { f.map.reserve(static_cast<int>(a)); }},
    {"trim", [](Fixture& f, long, long) { f.map.trim(); }},
    {"capacity", [](Fixture& f, long, long) { Use(f.map.capacity()); }},
    {"loadFactor", [](Fixture& f, long, long) { Use(static_cast<long>(f.map.loadFactor())); }},
    {"statistics", [](Fixture& f, long, long) { Use(f.map.statistics().collisions); }},
    {"toString", [](Fixture& f, long, long) { Use(static_cast<long>(f.map.toString().size())); }},
    {"copy", [](Fixture& f, long, long) { Use(HashMap(f.map).capacity()); }},
    {"iterate",
     [](Fixture& f, long a, long) {
       HashMap::Iterator at(f.map);
       for (long key, value; a > 0 && at.next(key, value); --a) Use(key + value);
     }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // capacity, entries
  long keys[kMaximum];
  const int count = static_cast<int>(numbers.size() > 1 && numbers[1] < kMaximum ? numbers[1] : 0);
  for (int i = 0; i < count; ++i) keys[i] = i + 1;
  Fixture fixture(keys, count, static_cast<int>(numbers[0]));
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
