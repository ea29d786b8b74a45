// The set's operations by name, for scripts.
#include "bit_set.h"
#include "script.h"

namespace {

constexpr long kMaximum = 64;

struct Fixture {
  BitSet set, other;
  Fixture(const int* bits, int count, int capacity) : set(bits, count, capacity), other(bits, count / 2, 64) {}
};

constexpr Operation<Fixture> kOperations[] = {
    {"get", [](Fixture& f, long a, long) { Use(f.set.get(static_cast<int>(a))); }},
    {"set", [](Fixture& f, long a, long) { f.set.set(static_cast<int>(a)); }},
    {"setTo", [](Fixture& f, long a, long b) { f.set.set(static_cast<int>(a), b != 0); }},
    {"clear", [](Fixture& f, long a, long) { f.set.clear(static_cast<int>(a)); }},
    {"flip", [](Fixture& f, long a, long) { f.set.flip(static_cast<int>(a)); }},
    {"getAndSet", [](Fixture& f, long a, long) { Use(f.set.getAndSet(static_cast<int>(a))); }},
    {"setRange", [](Fixture& f, long a, long b) { f.set.setRange(static_cast<int>(a), static_cast<int>(b)); }},
    {"clearRange", [](Fixture& f, long a, long b) { f.set.clearRange(static_cast<int>(a), static_cast<int>(b)); }},
    {"flipRange", [](Fixture& f, long a, long b) { f.set.flipRange(static_cast<int>(a), static_cast<int>(b)); }},
    {"clearAll", [](Fixture& f, long, long) { f.set.clearAll(); }},
    {"nextSetBit", [](Fixture& f, long a, long) { Use(f.set.nextSetBit(static_cast<int>(a))); }},
    {"nextClearBit", [](Fixture& f, long a, long) { Use(f.set.nextClearBit(static_cast<int>(a))); }},
    {"previousSetBit", [](Fixture& f, long a, long) { Use(f.set.previousSetBit(static_cast<int>(a))); }},
    {"cardinality", [](Fixture& f, long, long) { Use(f.set.cardinality()); }},
    {"countRange", [](Fixture& f, long a, long b) { Use(f.set.countRange(static_cast<int>(a), static_cast<int>(b))); }},
    {"length", [](Fixture& f, long, long) { Use(f.set.length()); }},
    {"size", [](Fixture& f, long, long) { Use(f.set.size()); }},
    {"isEmpty", [](Fixture& f, long, long) { Use(f.set.isEmpty()); }},
    {"andWith", [](Fixture& f, long, long) { f.set.andWith(f.other); }},
    {"orWith", [](Fixture& f, long, long) { f.set.orWith(f.other); }},
    {"xorWith", [](Fixture& f, long, long) { f.set.xorWith(f.other); }},
    {"andNotWith", [](Fixture& f, long, long) { f.set.andNotWith(f.other); }},
    {"intersects", [](Fixture& f, long, long) { Use(f.set.intersects(f.other)); }},
    {"contains", [](Fixture& f, long, long) { Use(f.set.contains(f.other)); }},
    {"equals", [](Fixture& f, long, long) { Use(f.set.equals(f.other)); }},
    {"shiftLeft", [](Fixture& f, long a, long) { f.set.shiftLeft(static_cast<int>(a)); }},
    {"trim", [](Fixture& f, long, long) { f.set.trim(); }},
    {"reserve", [](Fixture& f, long a, long) { f.set.reserve(static_cast<int>(a)); }},
    {"hashCode", [](Fixture& f, long, long) { Use(f.set.hashCode()); }},
    {"toString", [](Fixture& f, long, long) { Use(static_cast<long>(f.set.toString().size())); }},
    {"toIndices", [](Fixture& f, long, long) { Use(static_cast<long>(f.set.toIndices().size())); }},
    {"toWords", [](Fixture& f, long, long) { Use(static_cast<long>(f.set.toWords().size())); }},
    {"modifications", [](Fixture& f, long, long) { Use(f.set.modifications()); }},
    {"copy", [](Fixture& f, long, long) { Use(BitSet(f.set).size()); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // bits that are set, capacity
  int bits[kMaximum];
  const int count = static_cast<int>(numbers[0] < kMaximum ? numbers[0] : 0);
  for (int i = 0; i < count; ++i) bits[i] = i * 11 % 97;
  Fixture fixture(bits, count, static_cast<int>(numbers.size() > 1 ? numbers[1] : 64));
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
