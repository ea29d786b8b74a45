#include "findings/kind.h"

#include <gtest/gtest.h>

#include <set>

#include "trace/kinds.h"

namespace reweave::inline findings {
namespace {

TEST(FindingKinds, EachIsFoundByItsOwnName) {
  std::set<std::string_view> names, rules;
  for (const KindInfo& info : FindingKinds()) {
    EXPECT_EQ(&Info(info.kind), &info);
    EXPECT_EQ(FindingKindNamed(info.name), info.kind);
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_TRUE(rules.insert(info.rule).second) << info.rule;
    EXPECT_FALSE(info.title.empty() || info.help.empty() || info.words.empty()) << info.name;
  }
  EXPECT_FALSE(FindingKindNamed(""));
  EXPECT_FALSE(FindingKindNamed("Race"));
}

// The end of a run that fails becomes a finding of the kind that has its name.
TEST(FindingKinds, EveryFailingEndHasOne) {
  using enum abi::EndKind;
  for (const abi::EndKind end : {kExit, kAssert, kAbort, kException, kSignal, kHeap, kDeadlock, kLivelock, kTimeout, kMisuse})
    EXPECT_TRUE(FindingKindNamed(EndKindName(end))) << EndKindName(end);
}

}  // namespace
}  // namespace reweave::inline findings
