#include "report/testing/sample_result.h"

#include <fmt/format.h>

namespace reweave::inline report {

namespace {

constexpr const char* kEvil =
    "</script><script>alert(1)</script><!-- ]]> & \"quotes\" 'x' \x1b[31m \x01 \xff `tick` | [a](http://b) {0} \xef\xbf\xbf";

SitePosition At(std::string file, unsigned line, std::string function) {
  SitePosition out;
  out.file = std::move(file), out.line = line, out.function = std::move(function);
  return out;
}

InterleavingStep Step(unsigned thread, unsigned line, std::string kind, std::string what, std::vector<std::string> locks = {}) {
  return {.thread = thread,
          .place = fmt::format("queue.cc:{}", line),
          .what = what,
          .file = "src/queue.cc",
          .line = line,
          .function = line < 20 ? "Queue::Stop()" : "Queue::Pop(int&)",
          .kind = std::move(kind),
          .locks = std::move(locks)};
}

Finding Race() {
  Finding f;
  f.id = "3f2a9b0c1d2e";
  f.kind = FindingKind::kRace;
  f.message = "data race on Queue::stop_: write at src/queue.cc:12 Queue::Stop() and read at src/queue.cc:24 Queue::Pop(int&)";
  f.first_execution = 3, f.first_schedule = 2, f.occurrences = 17, f.confirmed = true;
  f.schedule_file = "/home/user/project/.reweave/results/queue_test-race-3f2a9b0c1d2e.rws";
  f.preemptions = 1, f.fewest_preemptions = true;
  f.sites = {
      {.position = At("src/queue.cc", 12, "Queue::Stop()"), .thread = 0, .thread_path = "0", .role = "write"},
      {.position = At("tests/queue_test.cc", 9, "main"), .thread = 0, .thread_path = "0"},
      {.position = At("src/queue.cc", 24, "Queue::Pop(int&)"), .thread = 1, .thread_path = "0.1", .role = "read"},
      {.position = At("tests/queue_test.cc", 7, "main"), .thread = 0, .thread_path = "0", .role = "thread 0.1 was created"}};
  Interleaving& run = f.interleaving;
  run.threads = {"0", "0.1"};
  run.names = {"", "consumer"};
  run.steps = {Step(0, 7, "create", "create consumer -> thread 0.1"),        Step(1, 22, "begin", "begin consumer"),
               Step(1, 23, "lock", "lock Queue::mu_", {"Queue::mu_"}),       Step(0, 12, "write", "write Queue::stop_ = 1"),
               Step(1, 24, "read", "read Queue::stop_ = 1", {"Queue::mu_"}), Step(1, 28, "unlock", "unlock Queue::mu_"),
               Step(0, 13, "broadcast", "broadcast Queue::cv_ wakes 0"),     Step(0, 10, "join", "join consumer -> thread 0.1")};
  run.steps[3].key = run.steps[4].key = run.steps[3].preempts = true;
  run.switches = 4;
  return f;
}

Finding Deadlock() {
  Finding f;
  f.id = "c64f3609ab48";
  f.kind = FindingKind::kDeadlock, f.subkind = "lost wakeup";
  f.message = "no thread can run: thread 0 waits in join at tests/queue_test.cc:10 main, thread 0.1 waits on Queue::cv_ at "
              "src/queue.cc:25";
  f.first_execution = 9, f.first_schedule = 7, f.occurrences = 1, f.unrepeated = true;
  f.schedule_file = "/home/user/project/.reweave/results/queue_test-deadlock-c64f3609ab48.rws";
  f.sites = {
      {.position = At("tests/queue_test.cc", 10, "main"),
       .thread = 0,
       .thread_path = "0",
       .role = "waits in join for thread 0.1"},
      {.position = At("src/queue.cc", 25, "Queue::Pop(int&)"), .thread = 1, .thread_path = "0.1", .role = "waits on Queue::cv_"}};
  f.interleaving = Race().interleaving;
  f.interleaving.steps[4].what = "wait Queue::cv_", f.interleaving.steps[4].line = 25,
  f.interleaving.steps[4].place = "queue.cc:25", f.interleaving.steps[4].kind = "wait";
  f.interleaving.steps[4].locks.clear();
  f.interleaving.steps.erase(f.interleaving.steps.begin() + 5);
  f.interleaving.waiting = {Step(0, 10, "join", "join consumer -> thread 0.1"),
                            Step(1, 25, "wait returns", "wait returns Queue::cv_")};
  return f;
}

Finding Evil() {
  Finding f;
  f.id = "e0e0e0e0e0e0";
  f.kind = FindingKind::kAssert;
  f.message = kEvil;
  f.output = std::string("printed: ") + kEvil + "\nsecond line\n";
  f.errors = kEvil;
  f.first_schedule = 1, f.occurrences = 3, f.confirmed = true;
  f.schedule_file = "/home/user/project/.reweave/results/it's <odd>.rws";
  f.sites = {{.position = At("src/a b&<c>.cc", 3, "operator[](int) <T>"), .thread = 1, .thread_path = "0.1", .role = kEvil}};
  f.interleaving.threads = {"0.1"};
  f.interleaving.names = {kEvil};
  f.interleaving.steps = {{.thread = 0,
                           .place = "a b&<c>.cc:3",
                           .what = kEvil,
                           .file = "src/a b&<c>.cc",
                           .line = 3,
                           .function = kEvil,
                           .kind = "write",
                           .locks = {kEvil}}};
  return f;
}

constexpr const char* kDiff = R"(diff --git a/src/queue.cc b/src/queue.cc
index 83db48f..bf269f4 100644
--- a/src/queue.cc
+++ b/src/queue.cc
@@ -9,6 +9,5 @@ Queue::Queue() = default;
 
 void Queue::Stop() {
-  std::lock_guard lock(mu_);
   stop_ = true;
   cv_.notify_all();
 }
@@ -20,7 +19,7 @@
 bool Queue::Pop(int& value) {
   std::unique_lock lock(mu_);
-  cv_.wait(lock, [&] { return stop_ || !items_.empty(); });
+  while (!stop_ && items_.empty()) cv_.wait(lock);
   if (items_.empty()) return false;
)";

CheckResult Frame() {
  CheckResult result;
  result.top = "/home/user/project";
  result.base = {.label = "origin/main",
                 .commit = "7f3a21bb9d4c6e8f0123456789abcdef01234567",
                 .tree = "1c2d3e4f5061728394a5b6c7d8e9f00112233445",
                 .source = "",
                 .build = "/b/old",
                 .reused = true};
  result.head = {.label = "working tree",
                 .commit = "",
                 .tree = "9988776655443322110099887766554433221100",
                 .source = "",
                 .build = "/b/new",
                 .reused = false};
  result.change.diff = kDiff;
  result.change.lines["src/queue.cc"] = {11, 12, 24};
  result.changed_functions = 2;
  result.points = 5;
  result.seconds = 12.5;
  return result;
}

CheckedTest Explored(std::string name, unsigned speed = 60) {
  CheckedTest test;
  test.name = std::move(name), test.program = "/b/new/queue_test";
  test.state = TestState::kExplored;
  test.points = 5, test.covered = 4;
  test.reasons = {"its run enters Queue::Stop(), which changed", "2 interleavings are new"};
  test.new_interleavings = 2;
  test.change_patterns = 15, test.change_covered = 12, test.change_infeasible = 2;
  test.schedules = 1200, test.base_schedules = 800, test.seconds = 0.8;
  test.phases = {{"recontest", 2, 0.1, "exhausted"}, {"capp:auto", 700, 0.4, "time"}, {"random", 498, 0.3, "time"}};
  for (unsigned i = 0; i <= 20; ++i)
    test.curve.push_back({0.04 * i, speed * i, (speed - 20u) * i / (i + 3), i > 4 ? (i > 9 ? 2u : 1u) : 0u});
  return test;
}

}  // namespace

CheckResult SampleResult() {
  CheckResult result = Frame();
  CheckedTest shutdown = Explored("queue_test.Shutdown"), pop = Explored("queue_test.Pop", 45),
              evil = Explored(std::string("evil ") + kEvil, 71);
  shutdown.findings = {{.finding = Race(), .is_new = true, .accepted = false, .phase = "recontest"},
                       {.finding = Deadlock(), .is_new = true, .accepted = false, .phase = "capp:auto"}};
  pop.findings = {{.finding = Race(), .is_new = true, .accepted = false, .phase = "random"}};
  Finding old = Race(), accepted = Race(), fixed = Deadlock();
  old.id = "01d01d01d01d", old.message = "data race on Stats::hits: write at src/stats.cc:5 and write at src/stats.cc:5";
  old.sites[0].position = At("src/stats.cc", 5, "Stats::Hit()");
  accepted.id = "acce97ed0000", accepted.message = "data race on Log::level, accepted";
  fixed.id = "f1f1f1f1f1f1";
  pop.findings.push_back({.finding = old, .is_new = false, .accepted = false, .phase = "random"});
  pop.findings.push_back({.finding = accepted, .is_new = true, .accepted = true, .phase = "random"});
  pop.fixed = {fixed};
  Finding delayed = Deadlock();
  delayed.id = "de1a7ed00000", delayed.message += " (needs a delay of more than 100 ms in thread 0.1)";
  pop.timing = {delayed};
  pop.exhausted = true;
  evil.reasons.push_back(kEvil);
  evil.findings = {{.finding = Evil(), .is_new = true, .accepted = false, .phase = "random"}};
  result.tests = {shutdown, pop, evil};
  const auto add = [&](const char* name, TestState state, const char* reason, const char* note = "") {
    CheckedTest test;
    test.name = name, test.state = state, test.reasons = {reason}, test.note = note;
    result.tests.push_back(std::move(test));
  };
  add("cache_test.Evict", TestState::kNotReached, "its recorded run comes nowhere near the change");
  add("math_test", TestState::kUnchanged, "its program is the same in both versions");
  add("text_test", TestState::kNoImpact, "only comments changed");
  add("shell_test", TestState::kNotBuilt, "its program was not built with the driver");
  add("off_test", TestState::kDisabled, "disabled");
  add("dlopen_test", TestState::kUnsupported, "chosen", "it uses dlopen");
  add("slow_test", TestState::kNoTime, "chosen", "");
  result.notes = {"one test could not be explored"};
  return result;
}

CheckResult LargeResult(std::size_t tests, std::size_t findings, std::size_t steps) {
  CheckResult result = Frame();
  for (std::size_t i = 0; i < tests; ++i) result.tests.push_back(Explored(fmt::format("suite_{}.case_{}", i % 7, i)));
  for (std::size_t i = 0; i < findings; ++i) {
    Finding f = i % 3 == 0 ? Deadlock() : Race();
    f.id = fmt::format("{:012x}", 0x1000 + i);
    f.message += fmt::format(" (variant {})", i);
    if (i == 0) {
      f.interleaving.steps.clear(), f.interleaving.waiting.clear();
      f.interleaving.threads.clear(), f.interleaving.names.clear();
      for (unsigned t = 0; t < 6; ++t) f.interleaving.threads.push_back(t == 0 ? "0" : fmt::format("0.{}", t));
      for (std::size_t k = 0; k < steps; ++k) {
        InterleavingStep step = Step(static_cast<unsigned>(k / 3 % 6), 10 + static_cast<unsigned>(k % 20),
                                     k % 5 == 0 ? "lock" : "write", fmt::format("write Queue::items_ = {}", k));
        step.preempts = k % 3 == 0, step.key = k + 10 == steps;
        if (k % 2 == 0) step.locks = {"Queue::mu_"};
        f.interleaving.steps.push_back(std::move(step));
      }
      f.interleaving.switches = steps / 3;
    }
    result.tests[i % tests].findings.push_back(
        {.finding = std::move(f), .is_new = i % 4 != 1, .accepted = i % 10 == 9, .phase = "random"});
  }
  return result;
}

CheckResult StoryResult() {
  CheckResult result = Frame();
  CheckedTest test = Explored("queue_test.Story");
  Finding f = Race();
  f.id = "570570570570";
  f.cause = "thread 0.1 read size_ while thread 0.2 was about to write it";
  f.preemptions = 1;
  const std::string queue = "spool::detail::BoundedMultiProducerQueue<std::pair<int, long>>::", mu = queue + "mu_",
                    cv = queue + "cv_";
  Interleaving& run = f.interleaving;
  run.threads = {"0", "0.1", "0.2"};
  run.names = {"", "consumer", "other"};
  run.steps = {Step(0, 7, "create", "create -> thread 0.1"),
               Step(0, 8, "create", "create -> thread 0.2"),
               Step(1, 22, "begin", "begin"),
               Step(1, 23, "lock", "lock " + mu, {mu}),
               Step(1, 25, "wait", "wait " + cv),
               Step(0, 17, "lock", "lock " + mu, {mu}),
               Step(0, 18, "write", "read " + queue + "size_ = 0, write " + queue + "size_ = 1", {mu}),
               Step(0, 19, "signal", "signal " + cv + " -> thread 0.1", {mu}),
               Step(0, 20, "unlock", "unlock " + mu),
               Step(1, 25, "wait returns", "wait returns " + cv, {mu}),
               Step(1, 26, "read", "read " + queue + "size_ = 1", {mu}),
               Step(1, 28, "unlock", "unlock " + mu),
               Step(2, 29, "begin", "begin")};
  for (unsigned i = 0; i < 12; ++i)
    run.steps.push_back(Step(2, 30 + i, "write", fmt::format("write {}slots_[{}] = {}", queue, i, 100 + i)));
  run.steps.push_back(Step(2, 42, "lock", "lock " + mu + ", write " + queue + "size_ = 2, unlock " + mu));
  run.steps.push_back(Step(0, 13, "broadcast", "broadcast " + cv + " wakes 0"));
  run.steps[10].key = run.steps[10].preempts = true;
  run.switches = 5;
  test.findings = {{.finding = std::move(f), .is_new = true, .accepted = false, .phase = "random"}};
  TechniqueReport technique{.name = "recontest", .lines = {"2 of 3 chances were executed"}};
  technique.tables = {{.title = "Chances",
                       .columns = {"Variable", "State"},
                       .rows = {{{"size_", "src/queue.cc", 18}, {"executed"}}},
                       .left_out = 1}};
  technique.charts = {{.title = "Chances over time", .x = "schedules", .y = "chances", .points = {{0, 0}, {10, 2}, {20, 3}}}};
  test.techniques = {technique};
  CheckedTest missed = Explored("slow_test");
  missed.state = TestState::kNoTime;
  result.tests = {test, missed};
  return result;
}

}  // namespace reweave::inline report
