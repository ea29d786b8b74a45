// The utilities' operations by name, for scripts.
#include "format_cache.h"
#include "fraction.h"
#include "number_range.h"
#include "script.h"
#include "string_utils.h"

namespace {

struct Fixture {
  NumberRange range, other;
  FormatCache formats;
  StopWatch watch;
  MutableCounter counter;
  NamedValues names;
};

constexpr const char* kPatterns[] = {"0", "0.00", "#,##0", "#,##0.00", "000"};
constexpr const char* kTexts[] = {"", "  one two  ", "Never odd or even", "a (small) thing", "level", "The quick brown fox"};
const char* Text(long number) { return kTexts[number % 6]; }

constexpr Operation<Fixture> kOperations[] = {
    {"rangeHash", [](Fixture& f, long, long) { Use(f.range.hashCode()); }},
    {"rangeText", [](Fixture& f, long, long) { Use(static_cast<long>(f.range.toString().size())); }},
    {"rangeContains", [](Fixture& f, long a, long) { Use(f.range.contains(a)); }},
    {"rangeWithin", [](Fixture& f, long, long) { Use(f.range.contains(f.other)); }},
    {"rangeOverlaps", [](Fixture& f, long, long) { Use(f.range.overlaps(f.other)); }},
    {"rangeClamp", [](Fixture& f, long a, long) { Use(f.range.clamp(a)); }},
    {"rangeLength", [](Fixture& f, long, long) { Use(f.range.length()); }},
    {"rangeEquals", [](Fixture& f, long, long) { Use(f.range.equals(f.other)); }},
    {"otherText", [](Fixture& f, long, long) { Use(static_cast<long>(f.other.toString().size())); }},
    {"trim", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::Trim(Text(a)).size())); }},
    {"capitalize", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::Capitalize(Text(a)).size())); }},
    {"swapCase", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::SwapCase(Text(a)).size())); }},
    {"reverse", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::Reverse(Text(a)).size())); }},
    {"repeat", [](Fixture&, long a, long b) { Use(static_cast<long>(string_utils::Repeat(Text(a), static_cast<int>(b)).size())); }},
    {"leftPad", [](Fixture&, long a, long b) { Use(static_cast<long>(string_utils::LeftPad(Text(a), static_cast<int>(b)).size())); }},
    {"center", [](Fixture&, long a, long b) { Use(static_cast<long>(string_utils::Center(Text(a), static_cast<int>(b)).size())); }},
    {"abbreviate", [](Fixture&, long a, long b) { Use(static_cast<long>(string_utils::Abbreviate(Text(a), static_cast<int>(b)).size())); }},
    {"split", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::Split(Text(a), ' ').size())); }},
    {"join", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::Join(string_utils::Split(Text(a), ' '), ", ").size())); }},
    {"replaceText", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::Replace(Text(a), "o", "0").size())); }},
    {"between", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::Between(Text(a), "(", ")").size())); }},
    {"countMatches", [](Fixture&, long a, long) { Use(string_utils::CountMatches(Text(a), "e")); }},
    {"distance", [](Fixture&, long a, long b) { Use(string_utils::Distance(Text(a), Text(b))); }},
    {"commonPrefix", [](Fixture&, long a, long b) { Use(static_cast<long>(string_utils::CommonPrefix(Text(a), Text(b)).size())); }},
    {"isPalindrome", [](Fixture&, long a, long) { Use(string_utils::IsPalindrome(Text(a))); }},
    {"isBlank", [](Fixture&, long a, long) { Use(string_utils::IsBlank(Text(a))); }},
    {"wrap", [](Fixture&, long a, long b) { Use(static_cast<long>(string_utils::Wrap(Text(a), static_cast<int>(b)).size())); }},
    {"initials", [](Fixture&, long a, long) { Use(static_cast<long>(string_utils::Initials(Text(a)).size())); }},
    {"formatNumber", [](Fixture& f, long a, long b) { Use(static_cast<long>(f.formats.format(kPatterns[a % 5], b).size())); }},
    {"formatSize", [](Fixture& f, long, long) { Use(f.formats.size()); }},
    {"formatHits", [](Fixture& f, long, long) { Use(f.formats.hits()); }},
    {"formatMisses", [](Fixture& f, long, long) { Use(f.formats.misses()); }},
    {"formatClear", [](Fixture& f, long, long) { f.formats.clear(); }},
    {"watchStart", [](Fixture& f, long a, long) { Use(f.watch.start(a)); }},
    {"watchStop", [](Fixture& f, long a, long) { Use(f.watch.stop(a)); }},
    {"watchSplit", [](Fixture& f, long a, long) { Use(f.watch.split(a)); }},
    {"watchReset", [](Fixture& f, long, long) { f.watch.reset(); }},
    {"watchElapsed", [](Fixture& f, long a, long) { Use(f.watch.elapsed(a)); }},
    {"watchSplitTime", [](Fixture& f, long, long) { Use(f.watch.splitTime()); }},
    {"watchLaps", [](Fixture& f, long, long) { Use(f.watch.laps()); }},
    {"fractionPlus", [](Fixture&, long a, long b) { Use(static_cast<long>(Fraction(a, b).plus(Fraction(1, 3)).toString().size())); }},
    {"fractionTimes", [](Fixture&, long a, long b) { Use(Fraction(a, b).times(Fraction(3, 4)).numerator()); }},
    {"fractionOver", [](Fixture&, long a, long b) { Use(Fraction(a, b).over(Fraction(5, 7)).denominator()); }},
    {"fractionPower", [](Fixture&, long a, long b) { Use(Fraction(a, b).power(3).compare(Fraction(1, 2))); }},
    {"counterGet", [](Fixture& f, long, long) { Use(f.counter.get()); }},
    {"counterAdd", [](Fixture& f, long a, long) { Use(f.counter.add(a)); }},
    {"counterSet", [](Fixture& f, long a, long) { f.counter.set(a); }},
    {"counterSwap", [](Fixture& f, long a, long b) { Use(f.counter.compareAndSet(a, b)); }},
    {"counterReset", [](Fixture& f, long, long) { Use(f.counter.getAndReset()); }},
    {"nameAdd", [](Fixture& f, long a, long b) { Use(f.names.add(std::to_string(a), static_cast<int>(b))); }},
    {"nameValue", [](Fixture& f, long a, long) { Use(f.names.valueOf(std::to_string(a))); }},
    {"nameOf", [](Fixture& f, long a, long) { Use(static_cast<long>(f.names.nameOf(static_cast<int>(a)).size())); }},
    {"names", [](Fixture& f, long, long) { Use(static_cast<long>(f.names.names().size())); }},
    {"nameCount", [](Fixture& f, long, long) { Use(f.names.size()); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::vector<long> numbers = ParseNumbers(argv[1]);  // both ends of the range, start of the counter
  const long high = numbers.size() > 1 ? numbers[1] : 10, count = numbers.size() > 2 ? numbers[2] : 0;
  Fixture fixture{{numbers[0], high}, {numbers[0] + 1, high + 5}, {}, {}, MutableCounter(count), {}};
  RunThreads(fixture, kOperations, argc, argv);
  return 0;
}
