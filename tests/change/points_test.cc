// What is a point and what is none, for every kind of edit: programs/old against programs/new.
//
// The new sources say what is wanted:
//   code;  // @0             a point of step 0 on this line; @1: of step 1; with "belongs": not under --sync-expand alter
//   code;  // @0 F, G        in the functions F and G
//   //! field R::f 3         a field point of step 3
//   //! skipped 2            calls on impacted lines whose target is not known
// A line without a mark has no point.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "techniques/capp/icps.h"

namespace reweave {
namespace {

Facts FactsOf(const std::string& version, const std::string& group, const std::string& level) {
  auto facts = ReadFacts(CHANGE_PROGRAMS "/" + version + "/" + group + "." + level);
  if (!facts) {
    ADD_FAILURE() << facts.error().ToString();
    std::abort();
  }
  return std::move(*facts);
}

struct Expected {
  std::map<std::string, int> lines, fields;  // "file:line" -> step
  std::map<std::string, std::set<std::string>> methods;
  std::uint32_t skipped = 0;
};

void Read(const std::string& file, bool narrow, Expected& out) {
  std::ifstream in(CHANGE_PROGRAMS "/new/" + file);
  if (!in) return;
  static const std::regex point("// @([0-9])( belongs)?(?: (.+))?$"), field("//! field (\\S+) ([0-9])( belongs)?"),
      skipped("//! skipped ([0-9]+)");
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::smatch m;
    const std::string place = file + ":" + std::to_string(number);
    if (std::regex_search(line, m, point)) {
      if (narrow && m[2].matched) continue;
      out.lines[place] = std::stoi(m[1]);
      std::string names = m[3].str();
      for (std::size_t at = 0; !names.empty() && at != std::string::npos;) {
        std::size_t end = names.find("), ", at);
        out.methods[place].insert(names.substr(at, end == std::string::npos ? end : end + 1 - at));
        at = end == std::string::npos ? end : end + 3;
      }
    } else if (std::regex_search(line, m, field)) {
      if (!narrow || !m[3].matched) out.fields[m[1]] = std::stoi(m[2]);
    } else if (std::regex_search(line, m, skipped)) {
      out.skipped = static_cast<std::uint32_t>(std::stoul(m[1]));
    }
  }
}

std::string Difference(const std::map<std::string, int>& wanted, const std::map<std::string, int>& got, const IcpSet& set) {
  std::string out;
  const auto reason = [&](const std::string& place) {
    for (const Icp& p : set.points)
      if ((p.is_field() ? (p.cls == "::" ? p.field : p.cls + "::" + p.field) : p.file + ":" + std::to_string(p.line)) == place)
        return p.method + " " + p.reason;
    return std::string();
  };
  for (const auto& [place, step] : wanted)
    if (!got.contains(place)) out += "\n  missing  " + place + " step " + std::to_string(step);
    else if (got.at(place) != step)
      out += "\n  step     " + place + " is " + std::to_string(got.at(place)) + ", wanted " + std::to_string(step) + ": " +
             reason(place);
  for (const auto& [place, step] : got)
    if (!wanted.contains(place)) out += "\n  surplus  " + place + " step " + std::to_string(step) + ": " + reason(place);
  return out;
}

void Check(const std::string& group, const std::string& level, bool narrow) {
  const Facts before = FactsOf("old", group, level), now = FactsOf("new", group, level);
  const IcpSet set = CollectIcps(ProgramChange(before, now), {.narrow_regions = narrow});
  Expected wanted;
  for (const char* ending : {".cc", ".h"}) Read(group + ending, narrow, wanted);
  std::map<std::string, int> lines, fields;
  std::map<std::string, std::set<std::string>> methods;
  for (const Icp& p : set.points) {
    if (p.is_field()) fields.try_emplace(p.cls == "::" ? p.field : p.cls + "::" + p.field, p.step);
    else {
      const std::string place = p.file + ":" + std::to_string(p.line);
      const auto [at, fresh] = lines.try_emplace(place, p.step);
      at->second = std::min(at->second, p.step);
      methods[place].insert(p.method);
    }
  }
  EXPECT_EQ(Difference(wanted.lines, lines, set), "") << group << " " << level;
  // Which fields lie on lines that only --sync-expand belongs takes in is told line by line above.
  if (!narrow) EXPECT_EQ(Difference(wanted.fields, fields, set), "") << group << " " << level;
  for (const auto& [place, names] : wanted.methods) EXPECT_EQ(methods[place], names) << place;
  EXPECT_EQ(set.skipped_calls, wanted.skipped) << group;
}

class Points : public testing::TestWithParam<const char*> {};

TEST_P(Points, AsTheSourcesSay) { Check(GetParam(), "O2", false); }
TEST_P(Points, AtO0) { Check(GetParam(), "O0", false); }
TEST_P(Points, WithSyncExpandAlter) { Check(GetParam(), "O2", true); }

INSTANTIATE_TEST_SUITE_P(Groups, Points,
                         testing::Values("same", "throwing", "statements", "effects", "lambdas", "members", "declarations",
                                         "locks", "library"),
                         [](const auto& group) { return std::string(group.param); });

}  // namespace
}  // namespace reweave
