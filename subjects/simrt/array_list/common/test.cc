// The list's operations by name, for scripts.
#include "array_list.h"
#include "script.h"

namespace {

constexpr long kMaximum = 64;

struct Fixture {
  ArrayList list, other;
  Fixture(const long* values, int count, int capacity) : list(values, count, capacity), other(values, count / 3, 4) {}
};

bool IsOdd(long value) { return value % 2 != 0; }
long Twice(long value) { return 2 * value; }

constexpr Operation<Fixture> kOperations[] = {
    {"size", [](Fixture& f, long, long) { Use(f.list.size()); }},
    {"isEmpty", [](Fixture& f, long, long) { Use(f.list.isEmpty()); }},
    {"capacity", [](Fixture& f, long, long) { Use(f.list.capacity()); }},
    {"ensureCapacity", [](Fixture& f, long a, long) { f.list.ensureCapacity(static_cast<int>(a)); }},
    {"trimToSize", [](Fixture& f, long, long) { f.list.trimToSize(); }},
    {"get", [](Fixture& f, long a, long) { Use(f.list.get(static_cast<int>(a))); }},
    {"set", [](Fixture& f, long a, long b) { Use(f.list.set(static_cast<int>(a), b)); }},
    {"first", [](Fixture& f, long, long) { Use(f.list.first()); }},
    {"last", [](Fixture& f, long, long) { Use(f.list.last()); }},
    {"add", [](Fixture& f, long a, long) { Use(f.list.add(a)); }},
    {"insert", [](Fixture& f, long a, long b) { Use(f.list.insert(static_cast<int>(a), b)); }},
    {"addFirst", [](Fixture& f, long a, long) { Use(f.list.addFirst(a)); }},
    {"removeAt", [](Fixture& f, long a, long) { Use(f.list.removeAt(static_cast<int>(a))); }},
    {"remove", [](Fixture& f, long a, long) { Use(f.list.remove(a)); }},
    {"removeLast", [](Fixture& f, long, long) { Use(f.list.removeLast()); }},
    {"removeRange", [](Fixture& f, long a, long b) { f.list.removeRange(static_cast<int>(a), static_cast<int>(b)); }},
    {"clear", [](Fixture& f, long, long) { f.list.clear(); }},
    {"contains", [](Fixture& f, long a, long) { Use(f.list.contains(a)); }},
    {"indexOf", [](Fixture& f, long a, long) { Use(f.list.indexOf(a)); }},
    {"lastIndexOf", [](Fixture& f, long a, long) { Use(f.list.lastIndexOf(a)); }},
    {"count", [](Fixture& f, long a, long) { Use(f.list.count(a)); }},
    {"binarySearch", [](Fixture& f, long a, long) { Use(f.list.binarySearch(a)); }},
    {"addAll", [](Fixture& f, long, long) { f.list.addAll(f.other); }},
    {"insertAll", [](Fixture& f, long a, long) { Use(f.list.insertAll(static_cast<int>(a), f.other)); }},
    {"removeAll", [](Fixture& f, long, long) { Use(f.list.removeAll(f.other)); }},
    {"retainAll", [](Fixture& f, long, long) { Use(f.list.retainAll(f.other)); }},
    {"containsAll", [](Fixture& f, long, long) { Use(f.list.containsAll(f.other)); }},
    {"sort", [](Fixture& f, long, long) { f.list.sort(); }},
    {"reverse", [](Fixture& f, long, long) { f.list.reverse(); }},
    {"rotate", [](Fixture& f, long a, long) { f.list.rotate(static_cast<int>(a)); }},
    {"fill", [](Fixture& f, long a, long) { f.list.fill(a); }},
    {"removeIf", [](Fixture& f, long, long) { Use(f.list.removeIf(IsOdd)); }},
    {"replaceAll", [](Fixture& f, long, long) { f.list.replaceAll(Twice); }},
    {"replace", [](Fixture& f, long a, long b) { Use(f.list.replace(a, b)); }},
    {"sum", [](Fixture& f, long, long) { Use(f.list.sum()); }},
    {"minimum", [](Fixture& f, long, long) { Use(f.list.minimum()); }},
    {"maximum", [](Fixture& f, long, long) { Use(f.list.maximum()); }},
    {"toArray", [](Fixture& f, long, long) { Use(static_cast<long>(f.list.toArray().size())); }},
    {"slice", [](Fixture& f, long a, long b) { Use(static_cast<long>(f.list.slice(static_cast<int>(a), static_cast<int>(b)).size())); }},
    {"equals", [](Fixture& f, long, long) { Use(f.list.equals(f.other)); }},
    {"hashCode", [](Fixture& f, long, long) { Use(f.list.hashCode()); }},
    {"toString", [](Fixture& f, long, long) { Use(static_cast<long>(f.list.toString().size())); }},
    {"modifications", [](Fixture& f, long, long) { Use(f.list.modifications()); }},
    {"copy", [](Fixture& f, long, long) { Use(ArrayList(f.list).size()); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // elements, capacity
  long values[kMaximum];
  const int count = static_cast<int>(numbers[0] < kMaximum ? numbers[0] : 0);
  for (int i = 0; i < count; ++i) values[i] = i * 5 % 17;
  Fixture fixture(values, count, static_cast<int>(numbers.size() > 1 ? numbers[1] : 8));
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
