#include "techniques/simrt/slice.h"

#include <gtest/gtest.h>

#include <deque>

namespace reweave::inline simrt {
namespace {

using facts::FlowKind;

// A program by hand: functions of blocks with operations on globals. Operations are known by the order they were added in.
class Function {
 public:
  Function(std::string id, std::uint32_t parameters = 0) {
    facts.id = facts.mangled = facts.pretty = std::move(id);
    flows.parameters = flows.values = facts.flows.parameters = parameters;
    facts.position = {"x.cc", 1, 1};
  }
  static FlowOperand Value(std::uint32_t number) { return 2 * number; }
  FlowOperand Global(const std::string& name) {
    for (std::uint32_t i = 0; i < facts.flows.roots.size(); ++i)
      if (facts.flows.roots[i].name == name) return 2 * i + 1;
    facts.flows.roots.push_back({.kind = facts::FlowRoot::kGlobal, .name = name, .offset = 0, .size = 4});
    return static_cast<FlowOperand>(2 * (facts.flows.roots.size() - 1) + 1);
  }
  // The blocks and where they go; without it, one block.
  Function& Blocks(const std::vector<std::vector<std::uint32_t>>& edges) {
    for (const auto& to : edges) {
      BlockFacts& block = facts.blocks.emplace_back();
      for (std::uint32_t target : to)
        block.edges.push_back({target, to.size() < 2         ? facts::EdgeLabel::kNone
                                       : block.edges.empty() ? facts::EdgeLabel::kTrue
                                                             : facts::EdgeLabel::kFalse});
    }
    return *this;
  }
  Function& In(std::uint32_t block) { return block_ = block, *this; }

  // Each returns the number of the value it makes, 0 if none.
  std::uint32_t Load(const std::string& from) {
    return Add(FlowKind::kLoad, {Global(from)}, true, Site(facts::AccessKind::kRead));
  }
  std::uint32_t Copy(std::uint32_t value) { return Add(FlowKind::kCopy, {Value(value)}, true); }
  void Store(const std::string& to, std::uint32_t value) {
    Add(FlowKind::kStore, {Global(to), Value(value)}, false, Site(facts::AccessKind::kWrite));
  }
  void Branch(std::uint32_t value) { Add(FlowKind::kBranch, {Value(value)}, false); }
  void Return(std::uint32_t value) { Add(FlowKind::kReturn, {Value(value)}, false); }
  std::uint32_t Call(const std::string& callee, const std::vector<std::uint32_t>& arguments = {}) {
    CallSite call;
    call.block = block_;
    call.callee = call.callee_name = callee;
    facts.calls.push_back(call);
    std::vector<FlowOperand> operands;
    operands.reserve(arguments.size());
    for (std::uint32_t value : arguments) operands.push_back(Value(value));
    return Add(FlowKind::kCall, operands, true, static_cast<std::uint32_t>(facts.calls.size() - 1));
  }
  std::uint32_t last() const { return static_cast<std::uint32_t>(flows.ops.size() - 1); }

  FunctionFacts facts;
  FunctionFlows flows;

 private:
  std::uint32_t Site(facts::AccessKind kind) {
    AccessSite site;
    site.kind = kind;
    site.block = block_;
    site.size = 4;
    facts.accesses.push_back(site);
    return static_cast<std::uint32_t>(facts.accesses.size() - 1);
  }
  std::uint32_t Add(FlowKind kind, const std::vector<FlowOperand>& operands, bool result, std::uint32_t site = kNoSite) {
    FlowOp op;
    op.kind = kind;
    op.block = block_;
    op.site = site;
    op.first = static_cast<std::uint32_t>(flows.operands.size());
    op.count = static_cast<std::uint32_t>(operands.size());
    if (result) op.result = ++flows.values;
    flows.operands.insert(flows.operands.end(), operands.begin(), operands.end());
    flows.ops.push_back(op);
    return op.result;
  }
  std::uint32_t block_ = 0;
};

class Slice : public testing::Test {
 protected:
  Function& Add(std::string id, std::uint32_t parameters = 0) { return code_.emplace_back(std::move(id), parameters); }
  // Functions are numbered in the order they were added: give ids in the order of the alphabet.
  ForwardSlice& Make(std::size_t limit = ForwardSlice::kDefaultLimit) {
    std::vector<FunctionFacts> functions;
    for (Function& f : code_) {
      if (f.facts.blocks.empty()) f.Blocks({{}});
      program_.by_id[f.facts.id].push_back(static_cast<std::uint32_t>(functions.size()));
      functions.push_back(f.facts);
      program_.flows.push_back(f.flows);
    }
    facts_.emplace(Facts::Of(std::move(functions)));
    program_.facts = &*facts_;
    points_.emplace(program_);
    threads_.emplace(program_, *points_);
    return slice_.emplace(program_, *points_, *threads_, limit);
  }

 private:
  std::deque<Function> code_;
  FlowProgram program_;
  std::optional<Facts> facts_;
  std::optional<PointsTo> points_;
  std::optional<Threads> threads_;
  std::optional<ForwardSlice> slice_;
};

TEST_F(Slice, ValuesGoThroughMemoryToWhoReadsThem) {
  Function& f = Add("a");
  f.Store("to", f.Copy(f.Load("from")));  // 0 1 2
  f.Load("from");  // 3: read by the change, not made by it
  Function& g = Add("b");
  g.Store("end", g.Load("to"));  // 0 1
  g.Load("other");  // 2
  ForwardSlice& slice = Make();
  slice.Change(0, 1, 7);
  slice.Run();
  EXPECT_FALSE(slice.Contains(0, 0));
  EXPECT_TRUE(slice.Contains(0, 1) && slice.Contains(0, 2) && slice.Contains(1, 0) && slice.Contains(1, 1));
  EXPECT_FALSE(slice.Contains(0, 3));
  EXPECT_FALSE(slice.Contains(1, 2));
  EXPECT_EQ(slice.OriginOf(1, 1), 7u);
  EXPECT_FALSE(slice.capped());
}

TEST_F(Slice, AConditionDecidesAboutItsBranchesNotAboutWhatFollows) {
  Function& f = Add("a");
  f.Blocks({{1, 2}, {2}, {}});
  f.Branch(f.Load("condition"));  // 0 1
  f.In(1).Store("inside", f.Load("other"));  // 2 3
  f.In(2).Store("after", f.Load("other"));  // 4 5
  ForwardSlice& slice = Make();
  slice.Influence(0, 0, 1);
  slice.Run();
  EXPECT_TRUE(slice.Contains(0, 1) && slice.Contains(0, 2) && slice.Contains(0, 3));
  EXPECT_FALSE(slice.Contains(0, 4) || slice.Contains(0, 5));
}

TEST_F(Slice, ArgumentsReachTheirUsesAndResultsTheCallers) {
  Function& caller = Add("a");
  const std::uint32_t kept = caller.Load("kept");  // 0
  const std::uint32_t result = caller.Call("b", {caller.Load("from"), kept});  // 1 2
  caller.Store("result", result);  // 3
  Function& callee = Add("b", 2);
  callee.Store("first", 1);  // 0: the first argument
  callee.Store("second", 2);  // 1
  callee.Return(1);  // 2
  Function& other = Add("c");
  other.Store("elsewhere", other.Call("b", {other.Load("x"), other.Load("y")}));  // 0 1 2 3
  ForwardSlice& slice = Make();
  slice.Influence(0, 1, 3);
  slice.Run();
  EXPECT_TRUE(slice.Contains(1, 0));
  EXPECT_FALSE(slice.Contains(1, 1));
  EXPECT_TRUE(slice.Contains(1, 2) && slice.Contains(0, 3));
  EXPECT_TRUE(slice.Contains(2, 3));  // callers are not told apart
}

TEST_F(Slice, ANewCallRunsAllOfItsFunctionOneWithOtherArgumentsWhatUsesThem) {
  Function& caller = Add("a");
  caller.Call("b", {caller.Load("x")});  // 0 1
  Function& callee = Add("b", 1);
  callee.Store("used", 1);  // 0
  callee.Store("fixed", callee.Load("z"));  // 1 2
  ForwardSlice& slice = Make();
  slice.ChangeArguments(0, 1, 0);
  slice.Run();
  EXPECT_TRUE(slice.Contains(1, 0));
  EXPECT_FALSE(slice.Contains(1, 1) || slice.Contains(1, 2));
  slice.Change(0, 1, 0);
  slice.Run();
  EXPECT_TRUE(slice.Contains(1, 1) && slice.Contains(1, 2));
}

// What such a function makes of its arguments is not known: its result counts as influenced.
TEST_F(Slice, GoesThroughFunctionsThatAreNotInTheProgram) {
  Function& f = Add("a");
  f.Store("result", f.Call("elsewhere", {f.Load("x")}));  // 0 1 2
  ForwardSlice& slice = Make();
  slice.Influence(0, 0, 0);
  slice.Run();
  EXPECT_TRUE(slice.Contains(0, 1));
  EXPECT_TRUE(slice.Contains(0, 2));
}

TEST_F(Slice, WhoReadsADirectlyAffectedWriteIsNotFollowed) {
  Function& f = Add("a");
  f.Store("to", f.Load("from"));  // 0 1
  Function& g = Add("b");
  g.Load("to");  // 0
  ForwardSlice& slice = Make();
  slice.Direct(0, 1);
  slice.Change(0, 1, 0);
  slice.Run();
  EXPECT_TRUE(slice.Contains(0, 1));
  EXPECT_FALSE(slice.Contains(1, 0));
}

TEST_F(Slice, ALimitEndsItAndIsTold) {
  Function& f = Add("a");
  std::uint32_t value = f.Load("from");
  for (int i = 0; i < 10; ++i) value = f.Copy(value);
  f.Store("to", value);
  ForwardSlice& slice = Make(5);
  slice.Influence(0, 0, 0);
  slice.Run();
  EXPECT_TRUE(slice.capped());
  EXPECT_FALSE(slice.Contains(0, f.last()));
}

}  // namespace
}  // namespace reweave::inline simrt
