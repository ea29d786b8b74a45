#include "impact/class_hierarchy.h"

#include <gtest/gtest.h>

namespace reweave {
namespace {

using Types = std::vector<std::string_view>;

TEST(ClassHierarchy, TypesOfParameters) {
  EXPECT_EQ(ParameterTypes("f()"), Types{});
  EXPECT_EQ(ParameterTypes("f"), Types{});
  EXPECT_EQ(ParameterTypes("ns::f(int, ns::Box<int, char>&) const"), (Types{"int", "ns::Box<int, char>&"}));
  EXPECT_EQ(ParameterTypes("void ns::g<int>(void (*)(int, int), char const*)"), (Types{"void (*)(int, int)", "char const*"}));
  EXPECT_EQ(ParameterTypes("ns::f()::$_0::operator()(ns::Node*) const"), Types{"ns::Node*"});
}

}  // namespace
}  // namespace reweave
