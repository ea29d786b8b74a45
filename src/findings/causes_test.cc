#include "findings/causes.h"

#include <gtest/gtest.h>

#include "findings/readable_names.h"

namespace reweave::inline findings {
namespace {

struct Side {
  unsigned line;
  std::string function;
};
Finding Race(std::string id, std::string variable, Side a, Side b) {
  Finding out;
  out.id = std::move(id), out.kind = FindingKind::kRace;
  for (const Side& side : {a, b}) {
    FindingSite site;
    site.position.file = "cache.cc", site.position.line = side.line;
    site.position.function = side.function, site.position.variable = variable;
    site.role = "write";
    out.sites.push_back(site);
  }
  return out;
}
Finding Failure(std::string id) {
  Finding out;
  out.id = std::move(id), out.kind = FindingKind::kAssert;
  return out;
}
std::string Text(const std::vector<Finding>& findings) {
  std::string out;
  for (const auto& group : GroupByCause(findings)) {
    out += out.empty() ? "" : " | ";
    for (std::size_t i = 0; i < group.size(); ++i) out += (i == 0 ? "" : " ") + group[i]->id;
  }
  return out;
}

const std::string kNode = "std::_Rb_tree_node<int>::_M_storage", kLength = "std::string::_M_string_length";

TEST(Causes, InsidesOfAContainerAreOne) {
  EXPECT_EQ(Text({Race("a", kNode, {12, "Put"}, {13, "Get"}), Race("b", kLength, {14, "Get"}, {12, "Put"})}), "a b");
}
TEST(Causes, AVariableOfTheProgramLeads) {
  EXPECT_EQ(Text({Race("a", kNode, {12, "Put"}, {13, "Get"}), Race("b", "Cache::hits", {15, "Put"}, {16, "Get"})}), "b a");
}
TEST(Causes, MembersOfOneObjectInTheSameFunctionsAreOne) {
  EXPECT_EQ(Text({Race("a", "C::x", {1, "F"}, {2, "G"}), Race("b", "C::y", {3, "F"}, {4, "G"})}), "a b");
  EXPECT_EQ(Text({Race("a", "C::x", {1, "F"}, {2, "G"}), Race("b", "D::y", {3, "F"}, {4, "G"})}), "a | b");
}
TEST(Causes, GlobalsAtDifferentLinesAreTwo) {
  EXPECT_EQ(Text({Race("a", "x", {1, "F"}, {2, "G"}), Race("b", "y", {3, "F"}, {4, "G"})}), "a | b");
  EXPECT_EQ(Text({Race("a", "x", {1, "F"}, {2, "G"}), Race("b", "x", {3, "F"}, {4, "H"})}), "a b");
}
TEST(Causes, OneOfEachIsWorkedOnFirst) {
  const std::vector<Finding> all{Race("a", "x", {1, "f"}, {2, "g"}), Race("b", "x", {3, "f"}, {4, "g"}),
                                 Race("c", "y", {5, "f"}, {6, "g"}), Failure("d")};
  const ByCause order = LeadsFirst({&all[0], &all[1], &all[2], &all[3]});
  EXPECT_EQ(order.leads, 3u);
  EXPECT_EQ(order.order, (std::vector<std::size_t>{3, 0, 2, 1}));
}
TEST(Causes, FailuresComeFirstAndStayAlone) {
  EXPECT_EQ(Text({Race("a", "x", {1, "F"}, {2, "G"}), Failure("f"), Failure("g")}), "f | g | a");
  EXPECT_EQ(Text({}), "");
}
TEST(Causes, AtomicityViolationsBelongToTheRaceOnTheirVariable) {
  const auto violation = [](std::string id, const std::string& variable) {
    Finding out = Race(std::move(id), variable, {7, "F"}, {8, "G"});
    out.kind = FindingKind::kAtomicity;
    return out;
  };
  EXPECT_EQ(Text({violation("p", "C::x"), violation("q", "C::x"), Race("a", "C::x", {1, "F"}, {2, "H"}), Failure("f")}),
            "f | a p q");
  EXPECT_EQ(Text({violation("p", "C::x"), violation("q", "C::y"), violation("r", kNode), violation("s", kNode)}),
            "p | q | r | s");
}
Finding Deadlock(std::string id, std::vector<std::pair<std::string, unsigned>> waits) {
  Finding out;
  out.id = std::move(id), out.kind = FindingKind::kDeadlock;
  for (const auto& [role, line] : waits) {
    FindingSite site;
    site.position.file = "queue.cc", site.position.line = line, site.role = role;
    out.sites.push_back(site);
  }
  return out;
}
TEST(Causes, DeadlocksWithTheSameWaitsAreOne) {
  const Finding a = Deadlock("a", {{"waits in join for thread 0.1", 8}, {"waits on Queue::cv_", 5}});
  const Finding b = Deadlock("b", {{"waits in join for thread 0.2", 8}, {"waits on Queue::cv_", 5}, {"waits on Queue::cv_", 5}});
  const Finding c = Deadlock("c", {{"waits in join for thread 0.1", 8}, {"waits for lock m", 5}});
  const Finding d = Deadlock("d", {{"waits in join for thread 0.1", 8}});
  const Finding e = Deadlock("e", {{"waits in join for thread 0.2", 8}});
  EXPECT_EQ(Text({a, b, c, d, e}), "a b | c | d e");
}

TEST(Causes, TheMainPlaceIsNoJoin) {
  const Finding lost = Deadlock("a", {{"waits in join for thread 0.1", 8}, {"", 9}, {"waits on Queue::cv_", 5}});
  EXPECT_EQ(MainSite(lost)->position.line, 5u);
  EXPECT_EQ(MainSite(Deadlock("b", {{"waits in join for thread 0.2", 8}}))->position.line, 8u);
  EXPECT_EQ(MainSite(Finding()), nullptr);
  Finding library = lost;
  library.sites[2].position.in_library = true;
  EXPECT_EQ(MainSite(library)->position.line, 8u);
}
TEST(Causes, RacesAtUnknownPlacesStayAlone) {
  Finding a = Race("a", "", {1, "F"}, {2, "G"}), b = Race("b", "", {1, "F"}, {2, "G"});
  a.sites[0].position.file.clear(), b.sites.clear();
  EXPECT_EQ(Text({a, b}), "a | b");
}

TEST(ReadableName, LeavesOutWhatNobodyWrote) {
  EXPECT_EQ(ReadableName("Cache::Put(int, std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>)"),
            "Cache::Put(int, std::string)");
  EXPECT_EQ(ReadableName("Cache::Get[abi:cxx11](int)"), "Cache::Get(int)");
  EXPECT_EQ(ReadableName("std::map<int, std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, "
                         "std::less<int>, std::allocator<std::pair<int const, std::__cxx11::basic_string<char, "
                         "std::char_traits<char>, std::allocator<char> > > > >::operator[](int const&)"),
            "std::map<int, std::string>::operator[](int const&)");
  EXPECT_EQ(ReadableName("std::unique_ptr<Node, std::default_delete<Node>>::get()"), "std::unique_ptr<Node>::get()");
}
TEST(ReadableName, KeepsWhatSomebodyWrote) {
  for (const char* name :
       {"main::$_0::operator()() const", "f(std::allocator<char>)", "f(int, std::allocator<char>)",
        "g(std::vector<int> const&, std::less<int> const&)", "operator> >", "a, b", "std::vector<int, My<int>>", ""})
    EXPECT_EQ(ReadableName(name), name);
}

}  // namespace
}  // namespace reweave::inline findings
