// Comparisons in written tests: values as the wrapper prints them become conditions that compile and mean the same.
#include "gen/compare.h"

#include <gtest/gtest.h>

#include "gen/outcome.h"

namespace reweave::gen {
namespace {

Type Of(const std::string& kind, const std::string& value, std::vector<Type> parts = {}) {
  Type out;
  out.kind = kind;
  out.text = out.value = value;
  out.of = std::move(parts);
  return out;
}

const Type kInt = Of("int", "int"), kBool = Of("bool", "bool"), kString = Of("string", "std::string"),
           kColour = Of("enum", "Colour");

Type Point() {
  Type out = Of("record", "Point");
  out.observed_by = {".x", ".name()"};
  out.observed = {kInt, kString};
  return out;
}

std::string Equal(const Type& type, const std::string& value) { return EqualText(type, {{"Point", Point()}}, "r", value); }

TEST(Compare, PlainValues) {
  EXPECT_EQ(Equal(kInt, "3"), "r == 3");
  EXPECT_EQ(Equal(kInt, "-9223372036854775808"), "r == std::numeric_limits<long>::min()");
  EXPECT_EQ(Equal(kBool, "false"), "!r");
  EXPECT_EQ(Equal(kColour, "2"), "static_cast<long>(r) == 2");
  EXPECT_EQ(Equal(kString, R"("a, }")"), R"(r == "a, }")");
  EXPECT_EQ(Equal(kString, R"("a\000b")"), R"(r == std::string_view("a\000b", 3))");
  EXPECT_EQ(Equal(Of("float", "double"), "1"), "r == 1.0");
  EXPECT_EQ(Equal(Of("float", "double"), "-nan"), "std::isnan(r)");
  EXPECT_EQ(Equal(Of("float", "double"), "-inf"), "r == -std::numeric_limits<double>::infinity()");
  EXPECT_EQ(Equal(Of("duration", "std::chrono::duration<long>"), "5"), "r.count() == 5");
}

TEST(Compare, ClassesByWhatCanBeSeenOfThem) {
  EXPECT_EQ(Equal(Point(), R"({1, "a"})"), R"(r.x == 1 && r.name() == "a")");
  EXPECT_EQ(Equal(Of("optional", "std::optional<Point>", {Point()}), R"({1, "a"})"),
            R"(r.has_value() && r->x == 1 && r->name() == "a")");
  EXPECT_EQ(Equal(Of("optional", "std::optional<Point>", {Point()}), "std::nullopt"), "r == std::nullopt");
  EXPECT_EQ(Equal(Of("unique_ptr", "std::unique_ptr<int>", {kInt}), "*4"), "r != nullptr && (*r) == 4");
  EXPECT_EQ(Equal(Of("unique_ptr", "std::unique_ptr<int>", {kInt}), "nullptr"), "r == nullptr");
  EXPECT_EQ(Equal(Of("container", "std::vector<Point>", {Point()}), R"({{1, "a"}, {2, "b"}})"),
            R"(r.size() == 2 && r[0].x == 1 && r[0].name() == "a" && r[1].x == 2 && r[1].name() == "b")");
  EXPECT_EQ(Equal(Of("container", "std::vector<Point>", {Point()}), "{}"), "r.empty()") << "a Point has no operator==";
  EXPECT_EQ(Equal(Of("map", "std::map<int, Point>", {kInt, Point()}), "{}"), "r.empty()");
  EXPECT_EQ(Equal(Of("container", "std::list<Colour>", {kColour}), "{1}"),
            "std::distance(r.begin(), r.end()) == 1 && static_cast<long>((*std::next(r.begin(), 0))) == 1");
}

TEST(Compare, ValuesOfTheLibrary) {
  EXPECT_EQ(Equal(Of("optional", "std::optional<int>", {kInt}), "7"), "r == 7");
  EXPECT_EQ(Equal(Of("optional", "std::optional<bool>", {kBool}), "true"), "r == true");
  EXPECT_EQ(Equal(Of("optional", "std::optional<Colour>", {kColour}), "1"), "r.has_value() && static_cast<long>((*r)) == 1");
  const Type pair = Of("pair", "std::pair<int, bool>", {kInt, kBool});
  EXPECT_EQ(Equal(pair, "{1, true}"), "r == std::pair<int, bool>{1, true}");
  EXPECT_EQ(Equal(Of("optional", "std::optional<std::pair<int, bool>>", {pair}), "{1, true}"),
            "r.has_value() && (*r) == std::pair<int, bool>{1, true}");
  EXPECT_EQ(Equal(Of("pair", "std::pair<Colour, int>", {kColour, kInt}), "{1, 2}"),
            "static_cast<long>(r.first) == 1 && r.second == 2");
  EXPECT_EQ(Equal(Of("container", "std::vector<int>", {kInt}), "{1, 2}"), "r == std::vector<int>{1, 2}");
  const Type row = Of("array", "std::array<int, 2>", {kInt});
  EXPECT_EQ(Equal(Of("array", "std::array<std::array<int, 2>, 2>", {row}), "{{1, 2}, {3, 4}}"),
            "r[0][0] == 1 && r[0][1] == 2 && r[1][0] == 3 && r[1][1] == 4");
  const Type variant = Of("variant", "std::variant<int, std::string>", {kInt, kString});
  EXPECT_EQ(Equal(variant, R"(#1 "b")"), R"(r.index() == 1 && std::get<1>(r) == "b")");
  EXPECT_EQ(Equal(Of("variant", "std::variant<std::monostate, int>", {Of("record", "std::monostate"), kInt}), "#0 {}"),
            "r.index() == 0");
}

TEST(Compare, QuestionMarksInStringsAreCharacters) {
  const auto outcomes = ParseOutcomes("0.0 value {\"a?\", 1}\n0.1 value {?, 1}\n0.2 value \"\\\"?\"\nend\n");
  ASSERT_EQ(outcomes[0].parts.size(), 2u);
  EXPECT_EQ(outcomes[0].parts[0].second, "{\"a?\", 1}");
  EXPECT_EQ(outcomes[0].parts[1].first, "0.2 value");
}

}  // namespace
}  // namespace reweave::gen
