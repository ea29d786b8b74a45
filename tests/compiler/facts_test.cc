// The facts of programs/queue.cc, name by name.
#include <gmock/gmock.h>

#include <algorithm>

#include "compile.h"

namespace reweave {
namespace {

using facts::AccessKind;
using facts::Operation;
using facts::VariableKind;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Facts& Queue() {
  static const Facts facts = FactsOf(Compile("queue.cc", "-O2", "queue"));
  return facts;
}
const FunctionFacts& Push() { return Function(Queue(), "_ZN5store5Queue4PushEi"); }
const FunctionFacts& Read() { return Function(Queue(), "_ZN5store4ReadERNS_5QueueEPi"); }

// "write field store::Queue::head:33" for every access at a line of the program.
std::vector<std::string> Accesses(const FunctionFacts& function) {
  std::vector<std::string> out;
  for (const AccessSite& site : function.accesses)
    out.push_back(std::string(Text(site.kind)) + " " + Text(site.variable.kind) + " " + site.variable.name + ":" +
                  std::to_string(site.place.user.line));
  return out;
}

const AccessSite& Access(const FunctionFacts& function, AccessKind kind, const std::string& variable) {
  for (const AccessSite& site : function.accesses)
    if (site.kind == kind && site.variable.name == variable) return site;
  ADD_FAILURE() << Text(kind) << " of " << variable << " is missing";
  std::abort();
}

const CallSite& Call(const FunctionFacts& function, Operation operation) {
  for (const CallSite& call : function.calls)
    if (call.operation == operation) return call;
  ADD_FAILURE() << Text(operation) << " is missing";
  std::abort();
}

TEST(FactsTest, FunctionHasNamesAndPlace) {
  EXPECT_EQ(Push().pretty, "store::Queue::Push(int)");
  EXPECT_EQ(Push().record, "store::Queue");
  EXPECT_EQ(Push().scope, "store");
  EXPECT_THAT(Push().position.file, HasSubstr("tests/compiler/programs/queue.cc"));
  EXPECT_EQ(Push().position.line, 31u);
  EXPECT_FALSE(Push().system());
  EXPECT_EQ(Push().signature, "void(ptr,i32)");
}

TEST(FactsTest, FieldsAreNamedByDeclaringRecord) {
  auto accesses = Accesses(Push());
  for (const char* wanted :
       {"read field store::Queue::head:33", "write field store::Queue::head:33", "write field store::Node::value:33",
        "write field store::Node::next:33", "write element store::Queue::table[]:34", "read field store::Base::inherited:35",
        "write field store::Base::inherited:35", "write field store::Queue::mixed:36", "write element store::Queue::log[]:37",
        "read field store::Queue::log:37", "atomic-rmw field store::Queue::count:38"})
    EXPECT_THAT(accesses, Contains(wanted));
}

TEST(FactsTest, GlobalsAndPointers) {
  EXPECT_EQ(Access(Read(), AccessKind::kWrite, "store::total").variable.kind, VariableKind::kGlobal);
  EXPECT_EQ(Access(Read(), AccessKind::kRead, "store::hidden[]").variable.kind, VariableKind::kElement);
  const AccessSite& plain = Access(Read(), AccessKind::kRead, "int");
  EXPECT_EQ(plain.variable.kind, VariableKind::kHeap);
  EXPECT_EQ(plain.variable.object, "plain");
}

TEST(FactsTest, AtomicsHaveTheirOrders) {
  EXPECT_EQ(Access(Push(), AccessKind::kAtomicRmw, "store::Queue::count").order, 3);   // release
  EXPECT_EQ(Access(Read(), AccessKind::kAtomicLoad, "store::Queue::count").order, 2);  // acquire
  const AccessSite& cas = Access(Read(), AccessKind::kAtomicCas, "store::Queue::count");
  EXPECT_EQ(cas.order, 4);
  EXPECT_EQ(cas.failure_order, 0);
  EXPECT_EQ(std::ranges::count(Read().accesses, AccessKind::kFence, &AccessSite::kind), 1);
}

TEST(FactsTest, LibraryCodeIsShownAtTheUsersLine) {
  const AccessSite& load = Access(Read(), AccessKind::kAtomicLoad, "store::Queue::count");
  EXPECT_TRUE(load.place.library);
  EXPECT_THAT(load.place.at.file, HasSubstr("/usr/"));
  EXPECT_EQ(load.place.user.line, 42u);
  EXPECT_EQ(load.place.user.column, 23u);
  EXPECT_EQ(load.place.user_function, "store::Read(store::Queue&, int*)");
}

TEST(FactsTest, LocksAndThreads) {
  EXPECT_EQ(Call(Push(), Operation::kMutexLock).object.name, "store::Queue::mutex");
  EXPECT_EQ(Call(Push(), Operation::kMutexLock).place.user.line, 32u);
  EXPECT_EQ(Call(Push(), Operation::kMutexUnlock).object.name, "store::Queue::mutex");
  const FunctionFacts& main = Function(Queue(), "main");
  std::vector<std::string> entries;
  for (const CallSite& call : main.calls)
    if (call.operation == Operation::kThreadCreate) entries.push_back(call.entry);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0], "_Z5EntryPv");
  EXPECT_THAT(entries[1], HasSubstr("_ZZ4mainENK3$_0clEv@"));
  EXPECT_EQ(Call(main, Operation::kThreadJoin).place.user.line, 67u);
}

TEST(FactsTest, BlocksHaveLabelledEdges) {
  std::vector<std::int64_t> cases;
  for (const BlockFacts& block : Read().blocks)
    for (const BlockEdge& edge : block.edges)
      if (edge.label == facts::EdgeLabel::kCase) cases.push_back(edge.value);
  EXPECT_THAT(cases, ElementsAre(3, -4));
  EXPECT_EQ(Read().loops.size(), 1u);
  EXPECT_EQ(Read().loops[0].depth, 1u);
}

TEST(FactsTest, BranchesKnowTheirSources) {
  const FunctionFacts& read = Read();
  ASSERT_FALSE(read.branches.empty());
  const BranchSite& spin = read.branches[0];
  ASSERT_EQ(spin.sources.size(), 1u);
  EXPECT_EQ(spin.sources[0].kind, facts::SourceKind::kAccess);
  EXPECT_EQ(read.accesses[spin.sources[0].index].kind, AccessKind::kAtomicLoad);
}

const Facts& Shapes() {
  static const Facts facts = FactsOf(Compile("shapes.cc", "-O1", "shapes"));
  return facts;
}

TEST(FactsTest, NestedFieldsUnionsAndPadding) {
  auto accesses = Accesses(Function(Shapes(), "_Z4WorkP5Worldi"));
  for (const char* wanted :
       {"write element World::grid[]:43", "write field World::squares[].side:44", "write field World::inner.deep:45",
        "write global own:39", "write field list_t::first:47", "write field list_t::(union):48", "write field list_t::bits:49"})
    EXPECT_THAT(accesses, Contains(wanted));
  EXPECT_THAT(Accesses(Function(Shapes(), "_ZN6Square4AreaEi")), Contains("read field Square::side:12"));
  EXPECT_THAT(Accesses(Function(Shapes(), "_Z8Callbacki")), Contains("write global Callback::calls:59"));
}

TEST(FactsTest, CalleesBySlotAndSignature) {
  const FunctionFacts& work = Function(Shapes(), "_Z4WorkP5Worldi");
  std::vector<std::string> calls;
  for (const CallSite& call : work.calls)
    if (call.kind != facts::CalleeKind::kDirect)
      calls.push_back(std::string(Text(call.kind)) + " " + call.callee + " " + std::to_string(call.slot) + " " + call.signature);
  EXPECT_THAT(calls, ElementsAre("virtual Shape 2 i32(ptr,i32)", "virtual Shape 2 i32(ptr,i32)", "indirect  0 i32(i32)"));
  EXPECT_EQ(Function(Shapes(), "_ZN6Square4AreaEi").virtual_slot, 2);
  EXPECT_EQ(Call(work, Operation::kReadLock).object.name, "World::lock");
}

TEST(FactsTest, ThreadEntriesByPointer) {
  std::vector<std::string> entries;
  for (const CallSite& call : Function(Shapes(), "main").calls)
    if (call.operation == Operation::kThreadCreate) entries.push_back(call.entry);
  EXPECT_THAT(entries, ElementsAre("_Z4WorkP5Worldi", "_ZN6Object3RunEv"));
}

TEST(FactsTest, FindAnswersByGuard) {
  const Facts& facts = Queue();
  for (const FunctionFacts& function : facts.functions())
    for (std::uint32_t i = 0; i < function.accesses.size(); ++i) {
      const SiteInfo* site = facts.Find(abi::SiteClass::kAccess, function.first_guard[0] + i);
      ASSERT_NE(site, nullptr);
      EXPECT_EQ(site->access, &function.accesses[i]);
      EXPECT_EQ(site->function, &function);
    }
  EXPECT_EQ(facts.Find(abi::SiteClass::kAccess, facts.guard_count(abi::SiteClass::kAccess)), nullptr);
  // Every guard belongs to a site.
  for (int cls = 0; cls < 5; ++cls)
    for (std::uint32_t i = 0; i < facts.guard_count(static_cast<abi::SiteClass>(cls)); ++i)
      EXPECT_NE(facts.Find(static_cast<abi::SiteClass>(cls), i), nullptr);
}

const Facts& Containers() {
  static const Facts facts = FactsOf(Compile("containers.cc", "-O0", "containers"));
  return facts;
}
// "Store::items _M_impl._M_finish of std::vector<int>, at 8 of 24, elements of 4" for what lies inside of a library's object,
// "long in Store::cache[]" for what a container led to.
std::vector<std::string> Insides(const std::string& function) {
  std::vector<std::string> out;
  for (const AccessSite& site : Function(Containers(), function).accesses) {
    const Inside& in = site.inside;
    if (!in.holder.empty()) out.push_back(site.variable.name + " in " + in.holder);
    if (in.members.empty()) continue;
    out.push_back(site.variable.name + " " + in.members + " at " + std::to_string(in.offset) + " of " + std::to_string(in.size));
    if (in.element != 0) out.back() += ", elements of " + std::to_string(in.element);
  }
  return out;
}

TEST(FactsTest, AccessesInsideAContainerSayWhere) {
  const auto add = Insides("_Z3AddR5Store");
  EXPECT_THAT(add, Contains("Store::items _M_impl._M_finish at 8 of 24, elements of 4"));
  EXPECT_THAT(add, Contains("Store::jobs _M_impl._M_finish._M_cur at 48 of 80, elements of 2"));
  EXPECT_THAT(Insides("_Z4SizeR5Store"),
              ElementsAre("Store::name _M_string_length at 8 of 32", "Store::cache _M_h._M_element_count at 24 of 56",
                          "Store::sessions _M_t._M_impl._M_node_count at 40 of 48"));
  EXPECT_THAT(Insides("_Z4FillRSt6vectorIiSaIiEE"), Contains(HasSubstr("_M_impl._M_finish at 8 of 24, elements of 4")));
}

TEST(FactsTest, WhatAContainerLeadsToNamesTheContainer) {
  EXPECT_THAT(Insides("_Z3SetR5Storei"), ElementsAre("long in Store::cache[]"));
  EXPECT_THAT(Insides("_Z3GetR5Storei"), Contains(HasSubstr(" in Store::cache[]")));
  EXPECT_THAT(Insides("_Z3SumR5Store"), Contains(HasSubstr(" in Store::cache[]")));
  EXPECT_THAT(Insides("_Z3UseR5Storei"), ElementsAre());  // Session::uses is a name of the program's own
  EXPECT_THAT(Insides("_Z5PlainPl"), ElementsAre());
  // Of a reference it is the container itself.
  EXPECT_THAT(Insides("_ZN4View3AddEv"), Contains("View::items[] in View::items"));
  EXPECT_THAT(Insides("_ZN4View3AddEv"), Contains("View::items[] _M_impl._M_finish at 8 of 24, elements of 4"));
}

}  // namespace
}  // namespace reweave
