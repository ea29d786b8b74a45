// The parts of `reweave gen` that need no class: values, orders, outcomes, causes, the text of tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/arguments.h"
#include "gen/candidate.h"
#include "gen/emit.h"
#include "gen/failure.h"
#include "gen/meetings.h"
#include "gen/mine.h"
#include "gen/outcome.h"
#include "gen/subject.h"
#include "gen/unguarded.h"
#include "gen/wrapper.h"

namespace reweave::gen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Type Named(const std::string& kind, const std::string& value) {
  Type out;
  out.kind = kind;
  out.text = out.value = value;
  out.bits = 32;
  out.is_signed = true;
  return out;
}

Callable Method(const std::string& name, std::vector<Parameter> parameters, Type returns, bool is_const = false) {
  Callable out;
  out.name = name;
  out.signature = name + "()";
  out.parameters = std::move(parameters);
  out.returns = std::move(returns);
  out.is_const = is_const;
  return out;
}

ClassModel Counter() {
  ClassModel out;
  out.header = "counter.h";
  out.name = "ns::Counter";
  out.short_name = "Counter";
  out.constructors = {Method("Counter", {}, Named("void", "void"))};
  out.methods = {Method("Add", {{"amount", Named("int", "int"), false}}, Named("void", "void")),
                 Method("Get", {}, Named("int", "int"), true)};
  out.locks = {"mutex_: std::mutex"};
  return out;
}

Outcome Seen(Parts parts) {
  Outcome out;
  out.parts = std::move(parts);
  out.complete = true;
  return out;
}

TEST(Arguments, SimplestFirstAndLiteralsOfTheClassAmongThem) {
  ClassModel model = Counter();
  model.int_literals = {42};
  const Arguments arguments(model, {});
  std::string why_not;
  const auto values = arguments.Of(model.methods[0], why_not);
  ASSERT_TRUE(values);
  EXPECT_EQ(values->at(0).values[0].plain, "1");
  EXPECT_TRUE(std::ranges::any_of(values->at(0).values, [](const Value& v) { return v.plain == "42"; }));
}

TEST(Arguments, ValuesOfTheUserComeBeforeOurs) {
  const ClassModel model = Counter();
  const Arguments arguments(model, {.by_type = {{"amount", {"99"}}}, .ints = {}, .strings = {}, .mined = {}});
  std::string why_not;
  EXPECT_EQ(arguments.Of(model.methods[0], why_not)->at(0).values[0].plain, "99");
}

TEST(Arguments, ATypeThatNothingIsKnownOfIsNamed) {
  ClassModel model = Counter();
  model.methods[0].parameters[0].type = Named("other", "int[3]");
  const Arguments arguments(model, {});
  std::string why_not;
  EXPECT_FALSE(arguments.Of(model.methods[0], why_not));
  EXPECT_THAT(why_not, HasSubstr("int[3]"));
  model.methods[0].parameters[0].has_default = true;
  EXPECT_TRUE(arguments.Of(model.methods[0], why_not));
}

TEST(Arguments, WhatACallMayWriteLivesLongEnough) {
  ClassModel model = Counter();
  model.methods[0].parameters[0].type.ref = "&";
  const Arguments arguments(model, {});
  std::string why_not;
  const Argument argument = arguments.Of(model.methods[0], why_not)->at(0);
  EXPECT_TRUE(argument.lasting);
  EXPECT_TRUE(argument.out);
}

TEST(Arguments, ASpanLooksAtNumbersThatLiveLongEnough) {
  ClassModel model = Counter();
  Type span = Named("span", "std::span<int, 18446744073709551615>");
  span.of = {Named("int", "int")};
  Type fixed = Named("span", "std::span<const int, 3>");
  fixed.of = {Named("int", "int")};
  fixed.of[0].is_const = true;
  model.methods = {Method("Read", {{"into", span, false}, {"three", fixed, false}}, Named("void", "void"))};
  const Arguments arguments(model, {});
  std::string why_not;
  const auto values = arguments.Of(model.methods[0], why_not);
  ASSERT_TRUE(values) << why_not;
  EXPECT_TRUE(values->at(0).lasting);
  EXPECT_TRUE(values->at(0).out);
  EXPECT_EQ(values->at(0).values.at(1).plain, "std::vector<int>{1}");
  EXPECT_FALSE(values->at(1).out);
  EXPECT_EQ(values->at(1).type.value, "std::array<int, 3>");
}

TEST(Arguments, WhatCannotBeCopiedIsMadeWhereASmartPointerOwnsIt) {
  ClassModel model = Counter();
  Type job = Named("record", "Job"), owner = Named("unique_ptr", "std::unique_ptr<Job>");
  job.constructors = {{Named("int", "int")}};
  owner.of = {job};
  model.methods = {Method("Put", {{"job", owner, false}}, Named("void", "void"))};
  std::string why_not;
  const auto values = Arguments(model, {}).Of(model.methods[0], why_not);
  ASSERT_TRUE(values) << why_not;
  EXPECT_EQ(values->at(0).values[0].plain, "std::make_unique<Job>(1)");
}

TEST(Arguments, DurationsAreWrittenAsPeopleDo) {
  ClassModel model = Counter();
  const Type duration = Named("duration", "std::chrono::duration<long, std::ratio<1, 1000>>");
  Type maybe = Named("optional", "std::optional<std::chrono::duration<long, std::ratio<1, 1>>>");
  maybe.of = {Named("duration", "std::chrono::duration<long, std::ratio<1, 1>>")};
  model.methods = {Method("Wait", {{"time", duration, false}, {"more", maybe, false}}, Named("void", "void"))};
  const Arguments arguments(model, {});
  std::string why_not;
  const auto values = arguments.Of(model.methods[0], why_not);
  EXPECT_EQ(values->at(0).values.at(0).plain, "std::chrono::milliseconds(1)");
  EXPECT_EQ(values->at(1).values.at(0).plain, "std::chrono::seconds(1)");
}

TEST(Meetings, TheLeastTriedComesFirstAndMemoryThatNobodyWritesIsNone) {
  const auto step = [](int op, std::vector<Touch> touches) { return Step{{op, {}}, {std::move(touches), false, true}}; };
  Meetings meetings;
  const auto all = [](int, int) { return std::optional(false); };
  // 0 reads 10, 1 writes 10 and reads 20, 2 reads 20.
  EXPECT_EQ(
      meetings.Add(0, {step(0, {{10, 1, false}}), step(1, {{10, 2, true}, {20, 3, false}}), step(2, {{20, 4, false}})}, all),
      2u);  // 0 with 1, 1 with itself
  EXPECT_TRUE(meetings.Meet(1, 0));
  EXPECT_FALSE(meetings.Meet(1, 2));
  EXPECT_EQ(meetings.Add(1, {step(0, {{11, 1, false}}), step(1, {{11, 2, true}})}, all), 0u) << "the same places";
  Rng rng(1);
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (int i = 0; i < 2; ++i) {
    const Meetings::Way* way = meetings.Rarest(rng);
    ASSERT_NE(way, nullptr);
    seen.insert({way->first, way->second});
  }
  EXPECT_EQ(seen.size(), 2u);
  Meetings none;
  EXPECT_EQ(none.Add(0, {step(0, {{10, 1, true}})}, [](int, int) { return std::optional<bool>(); }), 0u);
  EXPECT_EQ(none.Rarest(rng), nullptr);
}

TEST(Unguarded, PlacesWithoutACommonLockAreAPairWhateverTheirStates) {
  const auto step = [](int op, Touch touch) { return Step{{op, {}}, {{touch}, true, true}}; };
  constexpr std::uint64_t kLock = 1, kOther = 2;
  Unguarded unguarded;
  Rng rng(1);
  unguarded.Add(0, {step(0, {10, 1, true, false, kLock}), step(1, {10, 2, false, false, kLock | kOther})});
  unguarded.Add(1, {step(2, {20, 3, true, true, 0})});
  EXPECT_EQ(unguarded.size(), 0u) << "a lock in common; atomic";
  EXPECT_FALSE(unguarded.Rarest(rng));
  unguarded.Add(7, {step(0, {10, 1, true, false, kLock}), step(3, {10, 4, false, false, kOther})});
  ASSERT_EQ(unguarded.size(), 1u) << "4 with 1; not with 2, which reads as well";
  std::set<std::size_t> states;
  for (int i = 0; i < 20; ++i) {
    const auto [first, second] = *unguarded.Rarest(rng);
    EXPECT_TRUE((first.step == 1) != (second.step == 1));
    states.insert({first.state, second.state});
  }
  EXPECT_EQ(states, (std::set<std::size_t>{0, 7}));
}

TEST(Arguments, APointerMayBeNullAndAnotherObjectOfTheClassIsTheOtherOne) {
  ClassModel model = Counter();
  Type pointer = Named("pointer", "int *");
  pointer.of = {Named("int", "int")};
  Type other = Named("subject", "ns::Counter");
  other.ref = "&";
  model.methods = {Method("Swap", {{"p", pointer, false}, {"with", other, false}}, Named("void", "void"))};
  const Arguments arguments(model, {});
  std::string why_not;
  const auto values = arguments.Of(model.methods[0], why_not);
  ASSERT_TRUE(values) << why_not;
  EXPECT_TRUE(values->at(0).values.back().null);
  EXPECT_FALSE(values->at(0).values.front().null);
  EXPECT_TRUE(values->at(1).other);
  EXPECT_FALSE(arguments.Of(model.methods[0], why_not, false)) << "a constructor has no other object, and nothing else is known";
}

TEST(Arguments, CallbacksCallBackIntoTheObjectButNotFromItsConstructor) {
  ClassModel model = Counter();
  Type function = Named("function", "std::function<void(int)>");
  function.of = {Named("int", "int")};
  function.returns = {Named("void", "void")};
  model.methods.push_back(Method("Each", {{"f", function, false}}, Named("void", "void")));
  const Arguments arguments(model, {});
  std::string why_not;
  const auto values = arguments.Of(model.methods[2], why_not)->at(0).values;
  EXPECT_EQ(values[0].plain, "[](int) {}");
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(WithObject(values[1].plain, "counter"), "[&counter](int) { static_cast<void>(counter.Get()); }");
  EXPECT_EQ(WithObject(values[1].plain, "counter", true), "[&counter](int) { static_cast<void>(counter->Get()); }");
  EXPECT_EQ(arguments.Of(model.methods[2], why_not, false)->at(0).values.size(), 1u);
}

TEST(Arguments, WhatTheProjectsTestsPassComesFirst) {
  const ClassModel model = Counter();
  ValuePools pools;
  MineText("TEST(Counter, Adds) { Counter c; c.Add(17); c.Add(x); p->Add( 18 ); Add(19, \"no\"); other.Added(5); }", model,
           pools.mined);
  const Arguments arguments(model, std::move(pools));
  std::string why_not;
  const auto values = arguments.Of(model.methods[0], why_not)->at(0).values;
  EXPECT_EQ(values[0].plain, "17");
  EXPECT_EQ(values[1].plain, "18");
  EXPECT_TRUE(std::ranges::none_of(values, [](const Value& v) { return v.plain == "5"; }));
}

TEST(Mine, ConstructorsAndStrings) {
  ClassModel model = Counter();
  MinedValues values;
  MineText("Counter<int> a(4); auto b = Counter{5, \"x\"}; f(Counter()); Counter c; d(7);", model, values);
  EXPECT_THAT((values[{"Counter", 0}]), ElementsAre("4", "5"));
  EXPECT_THAT((values[{"Counter", 1}]), ElementsAre("\"x\""));
}

TEST(Candidate, OrdersAreAllMerges) {
  Candidate candidate;
  candidate.threads = {{{0, {}}, {0, {}}}, {{1, {}}}};
  EXPECT_THAT(OrdersOf(candidate),
              testing::UnorderedElementsAre(ElementsAre(0, 0, 1), ElementsAre(0, 1, 0), ElementsAre(1, 0, 0)));
}

TEST(Outcome, LinesOfOrdersAreReadBack) {
  const auto outcomes =
      ParseOutcomes("order 0\nstack 12\n0.0 value 1\nprobe 0 value true\norder 1\n0.0 value ?\n1.0 throw St9bad_alloc\nend\n");
  ASSERT_EQ(outcomes.size(), 2u);
  EXPECT_THAT(outcomes[0].parts, ElementsAre(testing::Pair("0.0 value", "1"), testing::Pair("probe 0 value", "true")));
  EXPECT_TRUE(outcomes[0].complete);
  EXPECT_TRUE(outcomes[1].parts.empty()) << "what cannot be printed is not compared";
  EXPECT_EQ(outcomes[1].threw, "St9bad_alloc");
}

TEST(Outcome, AnOutputThatBreaksOffIsNotComplete) { EXPECT_FALSE(ParseOutcomes("0.0 value 1\n")[0].complete); }

// Two increments that both read 0: no order gives 1.
TEST(Outcome, OnlyTheTellingPartIsKept) {
  const std::vector<Outcome> orders = {Seen({{"0.0 value", "1"}, {"1.0 value", "2"}, {"probe 0 value", "2"}}),
                                       Seen({{"0.0 value", "2"}, {"1.0 value", "1"}, {"probe 0 value", "2"}})};
  EXPECT_TRUE(Explained(orders[1], orders));
  const Outcome seen = Seen({{"0.0 value", "1"}, {"1.0 value", "1"}, {"probe 0 value", "1"}});
  EXPECT_FALSE(Explained(seen, orders));
  EXPECT_THAT(TellingParts(seen, orders), ElementsAre("probe 0 value"));
}

// Each part occurs in some order, together they do not.
TEST(Outcome, PartsThatTellOnlyTogetherAreBothKept) {
  const std::vector<Outcome> orders = {Seen({{"0.0 value", "true"}, {"1.0 value", "false"}}),
                                       Seen({{"0.0 value", "false"}, {"1.0 value", "true"}})};
  EXPECT_THAT(TellingParts(Seen({{"0.0 value", "true"}, {"1.0 value", "true"}}), orders), ElementsAre("0.0 value", "1.0 value"));
}

Failure Between(const std::string& kind, const std::string& a, const std::string& b, int op_a, int op_b) {
  Failure out;
  out.kind = kind;
  out.first = a;
  out.second = b;
  out.methods = {a, b};
  out.candidate.threads = {{{op_a, {}}}, {{op_b, {}}}};
  return out;
}

TEST(Failure, TheFunctionThatIsInvolvedInMostExplainsThem) {
  const auto kept = OnePerCause({Between("race", "Size", "Put", 0, 1), Between("race", "Size", "Clear", 0, 2),
                                 Between("race", "Empty", "Put", 3, 1), Between("race", "Empty", "Clear", 3, 2),
                                 Between("race", "Empty", "Erase", 3, 4)});
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].first, "Empty");
  EXPECT_EQ(kept[1].first, "Size");
}

TEST(Failure, ARaceExplainsOtherFailuresOfItsMethods) {
  const auto kept = OnePerCause({Between("linearisability", "Add", "Get", 0, 1), Between("race", "Add", "Get", 0, 1),
                                 Between("signal", "Add", "Put", 0, 2)});
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].kind, "race");
  EXPECT_EQ(kept[1].kind, "signal");
}

// Contains() calls Sort(), where the accesses are.
TEST(Failure, ARaceInAFunctionThatTheMethodsCallExplainsTheirFailures) {
  Failure race = Between("race", "Index::Sort() const", "Index::Sort() const", 0, 0);
  race.methods = {"Contains", "Contains"};
  const auto kept = OnePerCause(
      {Between("linearisability", "Contains", "Contains", 0, 0), race, Between("linearisability", "Insert", "Drop", 1, 2)});
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].kind, "race");
  EXPECT_EQ(kept[1].first, "Insert");
}

TEST(Subject, AbstractClassesAndMissingConstructorsAreErrors) {
  ClassModel model = Counter();
  model.is_abstract = true;
  model.constructors[0].why_not = "the class is abstract";
  auto subject = MakeSubject(model, {});
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.error().category(), ErrorCategory::kUsage);
  EXPECT_THAT(subject.error().ToString(), HasSubstr("abstract"));
}

TEST(Subject, ExcludedMethodsAreListedWithTheReason) {
  const auto subject = MakeSubject(Counter(), {.exclude = {"A*"}, .pools = {}, .factories = {}, .invariant = {}, .includes = {}});
  ASSERT_TRUE(subject);
  ASSERT_EQ(subject->methods.size(), 1u);
  EXPECT_THAT(subject->left_out.at(0).reason, HasSubstr("A*"));
}

TEST(Subject, TheUsersFactoriesAndInvariant) {
  SubjectOptions options;
  options.factories = {{"ns::Counter", {"*OpenCounter()"}}, {"int", {"99"}}};
  options.invariant = "object.Get() >= 0 && objects";
  const auto subject = MakeSubject(Counter(), options);
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->constructors.at(0).callable.expression, "*OpenCounter()");
  EXPECT_EQ(subject->methods.back().callable.expression, "$object.Get() >= 0 && objects");
  EXPECT_TRUE(IsInvariant(subject->methods.back()));
  EXPECT_FALSE(IsInvariant(subject->methods.front()));
  EXPECT_EQ(subject->callable_methods(), 2u);
  EXPECT_EQ(subject->methods[0].arguments[0].values[0].plain, "99");
}

class EmitTest : public testing::Test {
 protected:
  std::string Text(Framework framework) {
    const Subject subject = *MakeSubject(Counter(), {});
    const std::vector<Call> probes = {{1, {}}};
    EmitRequest request{.subject = subject,
                        .probes = probes,
                        .candidate = {},
                        .include = "\"counter.h\"",
                        .title = "Add(1) beside Add(1).",
                        .notes = {},
                        .suite = "Counter",
                        .name = "AddBesideAdd",
                        .parts = {"probe 0 value"},
                        .orders = {Seen({{"probe 0 value", "2"}})},
                        .invariant = false,
                        .framework = framework};
    request.candidate.threads = {{{0, {0}}}, {{0, {0}}}};
    return Emit(request);
  }
};

TEST_F(EmitTest, APlainTestReadsAsIfWrittenByHand) {
  EXPECT_THAT(Text(Framework::kPlain), HasSubstr(R"(int main() {
  ns::Counter counter;

  std::thread first([&] { counter.Add(1); });
  std::thread second([&] { counter.Add(1); });
  first.join();
  second.join();
  const auto seen1 = counter.Get();
)"));
  EXPECT_THAT(Text(Framework::kPlain), HasSubstr("const bool explained = seen1 == 2;"));
}

TEST_F(EmitTest, FrameworksHaveNoMain) {
  EXPECT_THAT(Text(Framework::kGoogleTest), HasSubstr("TEST(Counter, AddBesideAdd) {"));
  EXPECT_THAT(Text(Framework::kGoogleTest), Not(HasSubstr("int main")));
  EXPECT_THAT(Text(Framework::kCatch2), HasSubstr("CHECK(explained);"));
  EXPECT_THAT(Text(Framework::kDoctest), HasSubstr("#include <doctest/doctest.h>"));
}

TEST(Emit, TheOtherObjectIsThereIfItIsUsed) {
  ClassModel model = Counter();
  Type other = Named("subject", "ns::Counter");
  other.ref = "&";
  model.methods = {Method("Append", {{"with", other, false}}, Named("void", "void")),
                   Method("operator==", {{"with", other, false}}, Named("bool", "bool"), true),
                   Method("copy", {}, Named("void", "void"), true), Method("operator=", {{"with", other, false}}, other),
                   Method("Name", {}, Named("string", "std::string"), true)};
  model.methods[2].copies = true;
  model.methods[4].returns.ref = "&", model.methods[4].returns.is_const = true;
  const Subject subject = *MakeSubject(model, {});
  EXPECT_TRUE(subject.has_other());
  const std::vector<Call> probes;
  EmitRequest request{.subject = subject,
                      .probes = probes,
                      .candidate = {},
                      .include = "\"counter.h\"",
                      .title = {},
                      .notes = {},
                      .suite = {},
                      .name = {},
                      .parts = {},
                      .orders = {},
                      .invariant = false,
                      .framework = Framework::kPlain};
  request.candidate.threads = {{{0, {0}}}, {{0, {0}, 1}, {1, {0}}}, {{2, {}}}};
  const std::string text = Emit(request);
  EXPECT_THAT(text, HasSubstr("  ns::Counter counter;\n  ns::Counter other;\n"));
  EXPECT_THAT(text, HasSubstr("{ counter.Append(other); }"));
  EXPECT_THAT(text, HasSubstr("    other.Append(counter);\n    static_cast<void>(counter == other);\n"));
  EXPECT_THAT(text, HasSubstr("{ [[maybe_unused]] const ns::Counter copy(counter); }"));
  request.candidate.threads = {{{3, {0}}}, {{4, {}}, {4, {}}}};
  EXPECT_THAT(Emit(request), HasSubstr("{ counter = other; }"));
  EXPECT_THAT(Emit(request), HasSubstr("    [[maybe_unused]] const auto used1 = counter.Name();\n"
                                       "    [[maybe_unused]] const auto used2 = counter.Name();\n"))
      << "a caller reads what it gets a reference to";
  request.candidate.threads = {{{2, {}}}, {{2, {}}}};
  EXPECT_THAT(Emit(request), Not(HasSubstr("other")));
}

TEST(Names, OfFunctionsOfTheWrapper) {
  EXPECT_EQ(MethodOfWrapper("(anonymous namespace)::m12(ns::Counter&, ns::Counter*)::$_0::operator()() const"), 12u);
  EXPECT_EQ(MethodOfWrapper("main"), std::nullopt);
  EXPECT_EQ(MethodOfWrapper("ns::m3::Team(int)"), std::nullopt);
}

TEST(Names, SnakeAndCamel) {
  EXPECT_EQ(SnakeCase("LruCache"), "lru_cache");
  EXPECT_EQ(CamelCase("race Size() beside Clear()"), "RaceSizeBesideClear");
}

}  // namespace
}  // namespace reweave::gen
