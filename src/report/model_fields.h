// What is kept of a check, field by field: each is named here once, for the text that is written and the text that is read back
// (json.cc has the two visitors).
//
// A visitor `fields` takes a key and a member. Its Of<T> is `const T` if it writes and `T` if it reads. kAdded: files of earlier
// versions do not have the field.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/check_result.h"

namespace reweave::inline report {

enum class Since { kAlways, kAdded };

inline std::optional<TestState> TestStateNamed(std::string_view text) {
  for (const TestState state :
       {TestState::kUnchanged, TestState::kNoImpact, TestState::kNotReached, TestState::kNotBuilt, TestState::kDisabled,
        TestState::kExplored, TestState::kUnsupported, TestState::kNoTime, TestState::kMissing})
    if (text == Text(state)) return state;
  return std::nullopt;
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<Version>& version) {
  fields.Text("label", version.label);
  fields.TextOrNull("commit", version.commit);
  fields.Text("tree", version.tree);
  fields.Text("source", version.source, Since::kAdded);
  fields.Text("build", version.build);
  fields.Value("reused", version.reused);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<InterleavingStep>& step, const std::vector<std::string>& threads) {
  fields.OneOf("thread", step.thread, threads);
  fields.TextOrNull("file", step.file);
  fields.Value("line", step.line);
  fields.TextOrNull("function", step.function);
  fields.Text("kind", step.kind);
  fields.Text("what", step.what);
  fields.Texts("locks", step.locks);
  fields.IfSet("preempts", step.preempts);
  fields.IfSet("key", step.key);
  if constexpr (Fields::kReads)
    if (!step.file.empty()) step.place = step.file.substr(step.file.find_last_of('/') + 1) + ":" + std::to_string(step.line);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<Interleaving>& run) {
  fields.Pairs("threads", "path", run.threads, "name", run.names);
  fields.Value("switches", run.switches);
  fields.Value("steps_before", run.left_out);
  fields.Value("steps_after", run.left_out_after);
  fields.List("steps", run.steps, run.threads);
  fields.List("waiting", run.waiting, run.threads);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<FindingSite>& site) {
  fields.TextOrNull("file", site.position.file);
  fields.Value("line", site.position.line);
  fields.TextOrNull("function", site.position.function);
  fields.Value("thread", site.thread);
  fields.Text("thread_path", site.thread_path);
  fields.TextIfAny("role", site.role);
  fields.TextIfAny("variable", site.position.variable);
}

// What `explore` and `check` both say of a finding.
template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<Finding>& finding) {
  fields.Text("id", finding.id);
  fields.Named("kind", finding.kind, [](FindingKind kind) { return Name(kind); }, FindingKindNamed);
  fields.Optional("subkind", finding.subkind);
  fields.Text("message", finding.message);
  fields.TextOrNull("cause", finding.cause, Since::kAdded);
  fields.Value("first_schedule", finding.first_schedule);
  fields.Value("executions_to_first", finding.first_execution, Since::kAdded);
  fields.Value("occurrences", finding.occurrences);
  fields.Value("confirmed", finding.confirmed);
  fields.Value("unrepeated", finding.unrepeated, Since::kAdded);
  fields.Optional("preemptions", finding.preemptions);
  fields.Value("fewest_preemptions", finding.fewest_preemptions);
  fields.TextOrNull("schedule_file", finding.schedule_file);
  fields.List("sites", finding.sites);
}

// And `check` alone, which keeps the run, too.
template <typename Fields>
void DescribeRun(Fields& fields, typename Fields::template Of<Finding>& finding) {
  constexpr std::size_t kMostOutput = 65536;
  fields.EndOfText("output", finding.output, kMostOutput);
  fields.EndOfText("errors", finding.errors, kMostOutput);
  fields.ObjectOrNull("interleaving", finding.interleaving, finding.interleaving.steps.empty());
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<CheckedPhase>& phase) {
  fields.Text("name", phase.name);
  fields.Value("schedules", phase.schedules);
  fields.Value("seconds", phase.seconds);
  fields.Text("stopped_by", phase.stopped_by);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<ProgressPoint>& point) {
  fields.Value("seconds", point.seconds);
  fields.Value("schedules", point.schedules);
  fields.Value("patterns", point.patterns);
  fields.Value("findings", point.findings);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<TechniqueReport::Cell>& cell) {
  fields.Text("text", cell.text);
  fields.TextIfAny("file", cell.file);
  fields.Value("line", cell.line);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<TechniqueReport::Table>& table) {
  fields.Text("title", table.title);
  fields.Texts("columns", table.columns);
  fields.List("rows", table.rows);
  fields.Value("left_out", table.left_out);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<TechniqueReport::Chart>& chart) {
  fields.Text("title", chart.title);
  fields.Text("x", chart.x);
  fields.Text("y", chart.y);
  fields.Value("points", chart.points);
}

// Its values are numbers of one search, which `explore` writes.
template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<TechniqueReport>& report) {
  fields.Text("name", report.name);
  fields.Texts("lines", report.lines);
  fields.List("tables", report.tables);
  fields.List("charts", report.charts);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<CheckedTest>& test) {
  fields.Text("name", test.name);
  fields.Text("program", test.program);
  fields.Named("state", test.state, [](TestState state) { return Text(state); }, TestStateNamed);
  fields.Value("new_test", test.new_test);
  fields.Value("points", test.points);
  fields.Value("covered", test.covered);
  fields.Texts("reasons", test.reasons);
  fields.Value("new_interleavings", test.new_interleavings);
  fields.Value("schedules", test.schedules);
  fields.Value("base_schedules", test.base_schedules);
  fields.Value("failed", test.failed, Since::kAdded);
  fields.Value("seconds", test.seconds);
  fields.Value("exhausted", test.exhausted);
  fields.Value("saturated", test.saturated, Since::kAdded);
  fields.Value("sequential", test.sequential, Since::kAdded);
  fields.Value("reaches", test.reaches, Since::kAdded);
  fields.Value("foreign", test.foreign, Since::kAdded);
  fields.Inside(
      "change_patterns",
      [&](Fields& patterns) {
        patterns.Value("possible", test.change_patterns);
        patterns.Value("covered", test.change_covered);
        patterns.Value("infeasible", test.change_infeasible);
      },
      Since::kAdded);
  fields.TextOrNull("cut", test.cut, Since::kAdded);
  fields.TextOrNull("unrepeated", test.unrepeated, Since::kAdded);
  fields.TextOrNull("uncompared", test.uncompared, Since::kAdded);
  fields.List("phases", test.phases);
  fields.List("techniques", test.techniques, Since::kAdded);
  fields.List("curve", test.curve);
  fields.Text("note", test.note);
}

template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<CheckPart>& shard) {
  fields.Value("part", shard.part);
  fields.Value("of", shard.of);
  fields.Text("plan", shard.plan);
}

// Without its tests and findings.
template <typename Fields>
void Describe(Fields& fields, typename Fields::template Of<CheckResult>& result) {
  fields.Text("top", result.top, Since::kAdded);
  fields.Object("base", result.base);
  fields.Object("head", result.head);
  fields.Inside("change", [&](Fields& change) {
    change.ByText("lines", result.change.lines);
    change.Text("diff", result.change.diff);
  });
  fields.Value("changed_functions", result.changed_functions);
  fields.Value("impacted_points", result.points);
  fields.Value("seconds", result.seconds);
  fields.Value("interrupted", result.interrupted);
  fields.Value("repeated", result.repeated);
  fields.TextOrNull("unreached", result.unreached);
  fields.ObjectOrNull("shard", result.shard, result.shard.of == 0);
  fields.Texts("missing", result.missing);
  fields.Texts("notes", result.notes);
}

}  // namespace reweave::inline report
