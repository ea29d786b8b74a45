// What the text of a class promises to callers from several threads.
#include "gen/promise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reweave::gen {
namespace {

using testing::HasSubstr;

Callable Commented(const std::string& name, const std::string& comment, bool is_const = false) {
  Callable out;
  out.name = name;
  out.comment = comment;
  out.is_const = is_const;
  return out;
}

ClassModel Counter() {
  ClassModel out;
  out.name = "ns::Counter";
  out.methods = {Commented("Add", ""), Commented("Get", "", true)};
  out.locks = {"mutex_: std::mutex"};
  return out;
}

TEST(Promise, WordsOfTheDocumentationAndMembers) {
  ClassModel model = Counter();
  EXPECT_EQ(PromiseOf(model).kind, Promise::Kind::kThreadSafe);
  model.locks.clear();
  EXPECT_EQ(PromiseOf(model).kind, Promise::Kind::kNone);
  model.comment = "// A list. Not\n// thread-safe.";
  EXPECT_EQ(PromiseOf(model).kind, Promise::Kind::kDenied);
  model.comment = "/** A thread-safe list for a single-producer. */";
  EXPECT_EQ(PromiseOf(model).kind, Promise::Kind::kThreadSafe);
  EXPECT_THAT(PromiseOf(model).limits, HasSubstr("single producer"));
  EXPECT_FALSE(DeniesConcurrency("// Not thread-safe: call it when nobody else does.").empty());
  EXPECT_TRUE(DeniesConcurrency("// Thread-safe.").empty());
}

TEST(Promise, RulesOfQueuesAreKeptByRole) {
  ClassModel model = Counter();
  model.file_comment = "// A single-producer, single-consumer lock-free queue.";
  const Promise promise = PromiseOf(model);
  EXPECT_TRUE(promise.single_producer && promise.single_consumer);
  EXPECT_FALSE(promise.single_writer);
  const auto roles = [](const std::string& name, const std::string& comment, bool is_const) {
    return RolesOf(Commented(name, comment, is_const));
  };
  EXPECT_TRUE(roles("try_enqueue", "", false).produces);
  EXPECT_FALSE(roles("try_enqueue", "", false).consumes);
  EXPECT_TRUE(roles("peek", "", true).consumes);
  EXPECT_TRUE(roles("write_available", "// Only by the consumer thread.", true).consumes);
  const Roles size = roles("size", "", true);
  EXPECT_FALSE(size.produces || size.consumes);
  const Roles unknown = roles("resize", "", false);
  EXPECT_TRUE(unknown.produces && unknown.consumes) << "nobody else may put in or take out meanwhile";
}

TEST(Promise, ReadersOfAQueueTakeOut) {
  const auto roles = [](const std::string& name, bool is_const) { return RolesOf(Commented(name, "", is_const)); };
  EXPECT_TRUE(roles("push", false).writes);
  EXPECT_FALSE(roles("push", false).reads);
  EXPECT_TRUE(roles("pop", false).reads) << "single-writer/single-reader: the reader pops";
  EXPECT_FALSE(roles("pop", false).writes);
  EXPECT_TRUE(roles("resize", false).writes);
  EXPECT_TRUE(roles("size", true).reads);
}

TEST(Promise, RefusalsInOtherWords) {
  const auto denies = [](const std::string& text) { return !DeniesConcurrency(text).empty(); };
  EXPECT_TRUE(denies("// An object must not be used from several threads without a lock around it."));
  EXPECT_TRUE(denies("// Not safe for use by multiple threads."));
  EXPECT_TRUE(denies("// Never share it between threads."));
  EXPECT_TRUE(denies("// If @p other is being modified concurrently, behavior is unspecified."));
  EXPECT_TRUE(denies("// No method may be called from another thread."));
  EXPECT_TRUE(denies("// Each thread needs its own instance."));
  EXPECT_TRUE(denies("// Use one object per thread."));
  EXPECT_FALSE(denies("// Each thread has its own slab, so that no lock is taken."));
  EXPECT_FALSE(denies("// No lock is needed to be used from several threads."));
  EXPECT_FALSE(denies("// Does not need a lock to be used from several threads."));
  EXPECT_FALSE(denies("// Safe to use from several threads; only tally_free must be the last call."));
  EXPECT_FALSE(denies("// Does not block other threads for long."));
}

TEST(Promise, AnObjectOfOneThread) {
  ClassModel model = Counter();
  model.locks.clear();
  const auto of = [&](const std::string& comment) {
    model.comment = comment;
    return PromiseOf(model);
  };
  for (const char* text :
       {"// An arena belongs to one thread: it is not safe to use the same arena from two threads.",
        "// Owned by a single thread.", "// Must only be used on the thread that created it.", "// Single-threaded by design.",
        "// Objects are thread-confined.", "// Use it from one thread only.", "// Not thread-safe, not even for reading.",
        "// Only one thread may use an object at a time.", "// May be accessed by only one thread.",
        "// An instance belongs to the thread that made it: no method may be called from another thread, not even the const "
        "ones.",
        "// All methods must be called on the thread that runs the loop.", "// Only the thread that created a timer may use it.",
        "// Only the owning thread may use it."}) {
    EXPECT_EQ(of(text).kind, Promise::Kind::kDenied) << text;
    EXPECT_TRUE(of(text).confined) << text;
  }
  EXPECT_FALSE(of("// Not thread-safe.").confined) << "const methods may still run beside each other";
  EXPECT_FALSE(of("// Runs the jobs on a single thread. Thread-safe.").confined);
  EXPECT_EQ(of("// Runs the jobs on a single thread. Thread-safe.").kind, Promise::Kind::kThreadSafe);
  EXPECT_FALSE(of("// Add may be called by one thread, Get by any thread.").confined) << "a rule for one method";
  EXPECT_FALSE(of("// May be used from one thread or several.").confined);
  EXPECT_FALSE(of("// May be used from more than one thread.").confined);
  EXPECT_FALSE(of("// Runs callbacks; they may be called on the main thread.").confined);
}

TEST(Promise, OfOneThreadOnTopOfTheFile) {
  ClassModel model = Counter();
  model.locks.clear();
  model.file_comment = "// A loop of timers. An instance belongs to the thread that made it.";
  EXPECT_EQ(PromiseOf(model).kind, Promise::Kind::kDenied);
  EXPECT_TRUE(PromiseOf(model).confined);
  EXPECT_THAT(PromiseOf(model).reason, HasSubstr("belongs to the thread"));
  model.comment = "// A counter of ticks.";
  EXPECT_TRUE(PromiseOf(model).confined) << "its own text says nothing else";
  model.comment = "// A counter of ticks. Thread-safe.";
  EXPECT_EQ(PromiseOf(model).kind, Promise::Kind::kThreadSafe);
  EXPECT_FALSE(PromiseOf(model).confined);
  model.comment.clear();
  model.locks = {"mutex_: std::mutex"};
  EXPECT_EQ(PromiseOf(model).kind, Promise::Kind::kThreadSafe) << "other classes of the file may be of one thread";
}

TEST(Promise, InOtherWords) {
  ClassModel model = Counter();
  model.locks.clear();
  const auto kind = [&](const std::string& comment) {
    model.comment = comment;
    return PromiseOf(model).kind;
  };
  EXPECT_EQ(kind("// Objects may be shared between threads."), Promise::Kind::kThreadSafe);
  EXPECT_EQ(kind("/* Threads may get and put blocks at the same time. */"), Promise::Kind::kThreadSafe);
  EXPECT_EQ(kind("// Can be used from any number of threads."), Promise::Kind::kThreadSafe);
  EXPECT_EQ(kind("// May not be shared between threads."), Promise::Kind::kDenied);
  EXPECT_EQ(kind("// Can hold the names of threads."), Promise::Kind::kNone);
}

TEST(Promise, MethodsThatOneThreadMayCall) {
  ClassModel model = Counter();
  model.methods = {Commented("Push", ""), Commented("Pop", ""), Commented("Size", "", true)};
  model.comment = "// A ring. Only one thread may call Push, and only one thread may call Pop.";
  const Promise promise = PromiseOf(model);
  ASSERT_EQ(promise.one_thread.size(), 2u);
  EXPECT_TRUE(promise.one_thread[0].contains("Push") && promise.one_thread[1].contains("Pop"));
  EXPECT_THAT(promise.limits, HasSubstr("one thread"));
  model.comment = "// Push may be called by more than one thread.";
  EXPECT_TRUE(PromiseOf(model).one_thread.empty());
  model.comment = "// One thread or several may call Push.";
  EXPECT_TRUE(PromiseOf(model).one_thread.empty());
  model.comment = "";
  model.methods[0].comment = "/** \\pre only one thread is allowed to push data */";
  EXPECT_TRUE(PromiseOf(model).single_producer);
  EXPECT_FALSE(PromiseOf(model).single_consumer);
}

TEST(Promise, ResultsThatTheDocumentationCallsInexactAreNotCompared) {
  EXPECT_TRUE(IsApproximate(Commented("size_approx", "")));
  EXPECT_TRUE(IsApproximate(Commented("try_dequeue", "// so, the queue is likely but not guaranteed to be empty.")));
  EXPECT_TRUE(IsApproximate(Commented("empty", "/** The result is only accurate, if no other thread modifies the queue. */")));
  EXPECT_TRUE(IsApproximate(Commented("room", "// The actual room may be different while others take elements out.", true)));
  EXPECT_FALSE(IsApproximate(Commented("Pop", "// The newest element.")));
}

TEST(Promise, RoomMayDependOnOthers) {
  ClassModel model = Counter();
  EXPECT_FALSE(PromiseOf(model).room_varies);
  model.methods[0].comment = "// The actual capacity during usage may be different depending on the consumer.";
  EXPECT_TRUE(PromiseOf(model).room_varies);
  model.comment = "// A queue. The time may vary.";
  model.methods[0].comment = "// How much fits.";
  EXPECT_FALSE(PromiseOf(model).room_varies);
}

TEST(Promise, OfMethodsOnlyIfTheClassSaysNothing) {
  ClassModel model = Counter();
  model.methods[0].comment = "// Thread-safe.";
  EXPECT_TRUE(PromiseOf(model).by_method);
  model.comment = "// A lock-free counter.";
  EXPECT_FALSE(PromiseOf(model).by_method);
}

TEST(Promise, WhatMayBeWrongUse) {
  Promise promise;
  const auto doubt = [&](const Callable& method, const char* kind) { return DoubtOf(method, kind, promise); };
  EXPECT_THAT(doubt(Commented("swap", ""), "race"), HasSubstr("swaps an object that others use"));
  EXPECT_EQ(doubt(Commented("swap", "// Thread-safe."), "race"), "");
  Callable copy = Commented("copy", "", true);
  copy.copies = true;
  EXPECT_THAT(doubt(copy, "race"), HasSubstr("copies an object that others use"));
  EXPECT_THAT(doubt(Commented("operator=", ""), "race"), HasSubstr("assigns to an object that others use"));
  ClassModel model = Counter();
  model.comment = "// Counts. Objects may be shared between threads, and copied at any time.";
  EXPECT_EQ(DoubtOf(copy, "race", PromiseOf(model)), "") << "the class says so";
  EXPECT_EQ(doubt(Commented("consume_all", ""), "race"), "");
  EXPECT_THAT(doubt(Commented("consume_all", ""), "linearisability"), HasSubstr("several elements"));
  EXPECT_EQ(doubt(Commented("consume_all", "// One atomic step."), "linearisability"), "");
  EXPECT_EQ(doubt(Commented("reset", ""), "race"), "");
  EXPECT_THAT(doubt(Commented("size", "// May return out-of-date information.", true), "race"), HasSubstr("out of date"));
  promise.by_method = true;
  EXPECT_THAT(doubt(Commented("reset", "// Empties it."), "race"), HasSubstr("says of other methods"));
  EXPECT_EQ(doubt(Commented("push", "// Thread-safe."), "race"), "");
}

TEST(Promise, NamesThatSayThatTheyAreNotForThreads) {
  EXPECT_EQ(NameDeniesConcurrency("reserve_unsafe"), "unsafe");
  EXPECT_EQ(NameDeniesConcurrency("list_find_"), "_");
  EXPECT_EQ(NameDeniesConcurrency("drain_locked"), "locked");
  EXPECT_EQ(NameDeniesConcurrency("IsLocked"), "");
  EXPECT_EQ(NameDeniesConcurrency("popUnsynchronized"), "unsynchronized");
  EXPECT_EQ(NameDeniesConcurrency("SizeWithLockHeld"), "with lock held");
  EXPECT_EQ(NameDeniesConcurrency("Unlock"), "");
}

}  // namespace
}  // namespace reweave::gen
