#include "analysis/class_hierarchy.h"

#include <gtest/gtest.h>

namespace reweave::inline analysis {
namespace {

using Types = std::vector<std::string_view>;

TEST(ClassHierarchy, TypesOfParameters) {
  EXPECT_EQ(ParameterTypes("f()"), Types{});
  EXPECT_EQ(ParameterTypes("f"), Types{});
  EXPECT_EQ(ParameterTypes("ns::f(int, ns::Box<int, char>&) const"), (Types{"int", "ns::Box<int, char>&"}));
  EXPECT_EQ(ParameterTypes("void ns::g<int>(void (*)(int, int), char const*)"), (Types{"void (*)(int, int)", "char const*"}));
  EXPECT_EQ(ParameterTypes("ns::f()::$_0::operator()(ns::Node*) const"), Types{"ns::Node*"});
}

RecordFacts Record(const std::string& name, const std::string& file, const std::string& base) {
  RecordFacts out;
  out.name = name;
  out.position.file = file;
  if (!base.empty()) out.bases = {base};
  return out;
}

TEST(ClassHierarchy, AClassOfOneNameInTwoFilesIsBoth) {
  const ClassHierarchy classes({Record("First", "a.h", ""), Record("Second", "a.h", ""),
                                Record("(anonymous)::Impl", "a.cc", "First"), Record("(anonymous)::Impl", "b.cc", "Second")},
                               {});
  EXPECT_TRUE(classes.DerivedFrom("First").contains("(anonymous)::Impl"));
  EXPECT_TRUE(classes.DerivedFrom("Second").contains("(anonymous)::Impl"));
  EXPECT_FALSE(classes.DerivedFrom("First").contains("Second"));
}

}  // namespace
}  // namespace reweave::inline analysis
