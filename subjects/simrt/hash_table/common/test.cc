// The table's operations by name, for scripts.
#include "hash_table.h"
#include "script.h"

namespace {

struct Fixture {
  Properties defaults, other, table{&defaults};
};

std::string Key(long number) { return "key" + std::to_string(number); }
std::string Text(long number) { return std::to_string(number * 7); }
constexpr const char* kTexts[] = {"a=1\nb : 2\n", "# nothing\n\nlong = one \\\n two\nkey3=x\n", "flag=true\nkey1=one\\tone\n"};

constexpr Operation<Fixture> kOperations[] = {
    {"get", [](Fixture& f, long a, long) { std::string value; Use(f.table.get(Key(a), &value)); }},
    {"containsKey", [](Fixture& f, long a, long) { Use(f.table.containsKey(Key(a))); }},
    {"contains", [](Fixture& f, long a, long) { Use(f.table.contains(Text(a))); }},
    {"put", [](Fixture& f, long a, long b) { Use(f.table.put(Key(a), Text(b))); }},
    {"putIfAbsent", [](Fixture& f, long a, long b) { Use(f.table.putIfAbsent(Key(a), Text(b))); }},
    {"append", [](Fixture& f, long a, long b) { Use(f.table.append(Key(a), Text(b))); }},
    {"replace", [](Fixture& f, long a, long b) { Use(f.table.replace(Key(a), Text(b))); }},
    {"remove", [](Fixture& f, long a, long) { Use(f.table.remove(Key(a))); }},
    {"removePrefix", [](Fixture& f, long a, long) { Use(f.table.removePrefix(Key(a))); }},
    {"clear", [](Fixture& f, long, long) { f.table.clear(); }},
    {"size", [](Fixture& f, long, long) { Use(f.table.size()); }},
    {"isEmpty", [](Fixture& f, long, long) { Use(f.table.isEmpty()); }},
    {"reserve", [](Fixture& f, long a, long) { f.table.reserve(static_cast<int>(a)); }},
    {"rehashes", [](Fixture& f, long, long) { Use(f.table.rehashes()); }},
    {"longestChain", [](Fixture& f, long, long) { Use(f.table.longestChain()); }},
    {"keys", [](Fixture& f, long, long) { Use(static_cast<long>(f.table.keys().size())); }},
    {"elements", [](Fixture& f, long, long) { Use(static_cast<long>(f.table.elements().size())); }},
    {"sorted", [](Fixture& f, long, long) { Use(static_cast<long>(f.table.sorted().size())); }},
    {"totalLength", [](Fixture& f, long, long) { Use(static_cast<long>(f.table.totalLength())); }},
    {"putAll", [](Fixture& f, long, long) { f.table.putAll(f.other); }},
    {"equals", [](Fixture& f, long, long) { Use(f.table.equals(f.other)); }},
    {"hashCode", [](Fixture& f, long, long) { Use(f.table.hashCode()); }},
    {"toString", [](Fixture& f, long, long) { Use(static_cast<long>(f.table.toString().size())); }},
    {"modifications", [](Fixture& f, long, long) { Use(f.table.modifications()); }},
    {"copy", [](Fixture& f, long, long) { Use(HashTable(f.table).size()); }},
    {"getProperty", [](Fixture& f, long a, long) { Use(static_cast<long>(f.table.getProperty(Key(a)).size())); }},
    {"getPropertyOr", [](Fixture& f, long a, long) { Use(static_cast<long>(f.table.getProperty(Key(a), "none").size())); }},
    {"getNumber", [](Fixture& f, long a, long) { Use(f.table.getNumber(Key(a), 1)); }},
    {"getFlag", [](Fixture& f, long, long) { Use(f.table.getFlag("flag")); }},
    {"setProperty", [](Fixture& f, long a, long b) { Use(f.table.setProperty(Key(a), Text(b))); }},
    {"propertyNames", [](Fixture& f, long, long) { Use(static_cast<long>(f.table.propertyNames().size())); }},
    {"load", [](Fixture& f, long a, long) { Use(f.table.load(kTexts[a % 3])); }},
    {"store", [](Fixture& f, long, long) { Use(static_cast<long>(f.table.store().size())); }},
    {"linesLoaded", [](Fixture& f, long, long) { Use(f.table.linesLoaded()); }},
    {"enumerate",
     [](Fixture& f, long a, long) {
       HashTable::Enumerator at(f.table);
       for (std::string key; a > 0 && at.next(&key); --a) Use(static_cast<long>(key.size()));
     }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // entries, entries of the defaults
  Fixture fixture;
  for (long i = 0; i < numbers[0]; ++i) fixture.other.putIfAbsent(Key(i), Text(i));
  for (long i = 0; i < (numbers.size() > 1 ? numbers[1] : 0); ++i) fixture.defaults.putIfAbsent(Key(i), Text(i));
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
