// The result of `reweave gen` for people and for programs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/command.h"
#include "base/escape.h"
#include "gen/gen.h"

namespace reweave::gen {

namespace {

std::string Count(std::uint64_t count, const std::string& one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

// Names of templates can fill a page; --list and JSON have all of it.
std::string Short(const std::string& text) {
  constexpr std::size_t kMost = 120, kEnd = 40;
  return text.size() <= kMost ? text : text.substr(0, kMost - kEnd - 3) + "..." + text.substr(text.size() - kEnd);
}

std::string RenderList(const Subject& subject) {
  std::string out;
  const auto add = [&](const char* what, const std::vector<Operation>& operations) {
    for (const Operation& operation : operations)
      out += fmt::format("  {}  {}{}\n", what, operation.callable.signature, operation.callable.is_const ? " const" : "");
  };
  add("constructor", subject.constructors);
  add("method     ", subject.methods);
  for (const LeftOut& one : subject.left_out) out += fmt::format("  left out     {}: {}\n", one.signature, one.reason);
  return out;
}

// Those that a person may want to have, in few lines.
std::string LeftOutText(const Subject& subject) {
  constexpr std::size_t kMost = 6;
  std::string out;
  std::size_t wanted = 0;
  for (const LeftOut& one : subject.left_out) {
    if (one.reason == "deleted" || one.reason == "assignment" || one.reason == "operator") continue;
    if (++wanted <= kMost) out += fmt::format("  left out: {}: {}\n", Short(one.signature), Short(one.reason));
  }
  if (wanted > kMost) out += fmt::format("  left out: {} more; --list shows them\n", wanted - kMost);
  return out;
}

std::string PromiseText(const GenResult& result) {
  const Promise& promise = result.subject.promise;
  std::string out;
  if (promise.kind == Promise::Kind::kThreadSafe) out = fmt::format("  taken as thread-safe: {}\n", promise.reason);
  else if (result.search.const_only && promise.confined)
    out = fmt::format("  the class makes no promise for threads: {}, so nothing was tried (--assume-safe tries all)\n",
                      promise.reason);
  else if (result.search.const_only)
    out = fmt::format("  the class makes no promise for threads: {}. Only const methods were tried beside each other "
                      "(--assume-safe tries all)\n",
                      promise.reason);
  else
    out = fmt::format(
        "  NOTE: the class makes no promise for threads: {}. Failures of methods that are not const may be wrong use\n",
        promise.reason);
  if (!promise.limits.empty()) out += fmt::format("  NOTE: {}\n", promise.limits);
  if (!promise.linearisable)
    out += "  results are not compared with those of an order: its documentation says that it is not linearizable\n";
  return out;
}

// Small shares are common: the estimate of how many patterns there are grows with the cube of the places that access a variable.
std::string CoverageText(const SearchResult& search) {
  if (search.total_patterns == 0) return "n/a (no pattern is possible)";
  const double percent = 100.0 * static_cast<double>(search.patterns) / static_cast<double>(search.total_patterns);
  return percent < 10 ? fmt::format("{:.1f} %", percent) : fmt::format("{:.0f} %", percent);
}

// A call that finds a lock taken and goes on without it may do something else than in every order of whole calls.
std::string UnclearText(const GenResult& result) {
  constexpr std::size_t kMost = 3;
  std::string out;
  const auto& unclear = result.search.unclear;
  for (std::size_t i = 0; i < unclear.size() && i < kMost; ++i)
    out += fmt::format(
        "  not clear: {}: {}: no order of the calls does this, but a call found a lock taken and went on without it\n",
        unclear[i].kind, BesideText(result.subject, unclear[i].candidate));
  if (unclear.size() > kMost) out += fmt::format("  not clear: {} more of that kind\n", unclear.size() - kMost);
  return out;
}

}  // namespace

std::string RenderGen(const GenResult& result, bool list) {
  const Subject& subject = result.subject;
  std::string out = fmt::format("{}: {}, {} can be called", subject.model.name, Count(subject.declared_methods, "method"),
                                subject.callable_methods());
  if (list) return out + "\n" + RenderList(subject);
  if (result.compared && result.changed_methods == 0) return out + "; none of them reaches changed code\n";
  if (result.compared) out += fmt::format("; {} of them reach changed code", result.changed_methods);
  const auto failing = std::ranges::count_if(result.tests, [](const GenTest& test) { return !test.kind.empty(); });
  const SearchResult& search = result.search;
  out += fmt::format("; {} tried in {:.1f} s ({:.0f} a second, {}); {}, {} kept, MAP-coverage {}\n", Count(search.tried, "test"),
                     search.seconds, static_cast<double>(search.tried) / std::max(search.seconds, 1e-9),
                     Count(search.schedules, "schedule"), Count(static_cast<std::uint64_t>(failing), "failure"),
                     Count(result.tests.size(), "test"), CoverageText(search));
  out += PromiseText(result);
  if (search.no_time) out += "  NOTE: nothing was tried: the time was over before the first test (--time gives more)\n";
  else if (search.tried == 0 && search.const_only && !subject.promise.confined)
    out += "  NOTE: nothing was tried: no two of its const methods can be called beside each other\n";
  out += LeftOutText(subject);
  for (const GenTest& test : result.tests) {
    if (test.kind.empty()) continue;
    out += fmt::format("  FAIL  {}: {}\n        {}\n        replay: reweave replay {}\n", test.title,
                       test.kind == "race" ? test.message : fmt::format("{}: {}", test.kind, test.message), test.file,
                       ShellWord(test.schedule_file));
    if (!test.doubt.empty()) out += fmt::format("        NOTE: it {}\n", test.doubt);
    if (test.const_only)
      out += "        all of its methods are const: by the rule of the standard library they may run beside each other\n";
  }
  if (result.own_threads)
    out += "  NOTE: the class has threads of its own: where they ran, what the calls return was not compared\n";
  if (result.suppressed > 0) out += fmt::format("  suppressed: {}\n", Count(result.suppressed, "finding"));
  for (const std::string& entry : result.unused_suppressions) out += fmt::format("  suppression without a match: {}\n", entry);
  for (const Failure& failure : result.old)
    out += fmt::format("  not new, the base shows it, too: {}: {}\n", failure.kind, BesideText(subject, failure.candidate));
  for (const NotShown& one : result.not_shown)
    out += fmt::format("  seen, but {}: {}: {}\n", one.why, one.failure.kind, BesideText(subject, one.failure.candidate));
  out += UnclearText(result);
  for (const std::string& one : result.not_compiled) out += fmt::format("  not kept: {}\n", one);
  for (const GenTest& test : result.tests)
    if (test.kind.empty()) out += fmt::format("  pass  {}\n        {}\n", test.title, test.file);
  return out;
}

std::string GenJson(const GenResult& result) {
  nlohmann::json out;
  const SearchResult& search = result.search;
  out["class"] = result.subject.model.name;
  out["promise"] = {{"kind", Text(result.subject.promise.kind)},
                    {"reason", result.subject.promise.reason},
                    {"limits", result.subject.promise.limits}};
  out["methods"] = result.subject.declared_methods;
  out["callable"] = result.subject.callable_methods();
  out["left_out"] = nlohmann::json::array();
  for (const LeftOut& one : result.subject.left_out)
    out["left_out"].push_back({{"signature", one.signature}, {"reason", one.reason}});
  out["tried"] = search.tried;
  out["dropped"] = search.dropped;
  out["schedules"] = search.schedules;
  out["seconds"] = search.seconds;
  out["cpu_seconds"] = search.cpu_seconds;
  out["patterns"] = search.patterns;
  out["total_patterns"] = search.total_patterns;
  out["saturated"] = search.saturated;
  out["no_time"] = search.no_time;
  out["const_only"] = search.const_only;
  out["first_seconds"] = search.first_seconds;
  out["tests"] = nlohmann::json::array();
  for (const GenTest& test : result.tests)
    out["tests"].push_back({{"file", test.file},
                            {"kind", test.kind},
                            {"title", test.title},
                            {"message", test.message},
                            {"schedule_file", test.schedule_file},
                            {"schedules", test.schedules},
                            {"const_only", test.const_only},
                            {"doubt", test.doubt}});
  if (result.compared) {
    out["changed_methods"] = result.changed_methods;
    out["old"] = nlohmann::json::array();
    for (const Failure& failure : result.old)
      out["old"].push_back({{"kind", failure.kind}, {"title", BesideText(result.subject, failure.candidate)}});
  }
  out["suppressed"] = result.suppressed;
  out["own_threads"] = result.own_threads;
  out["unused_suppressions"] = result.unused_suppressions;
  out["unclear"] = nlohmann::json::array();
  for (const Failure& failure : search.unclear)
    out["unclear"].push_back({{"kind", failure.kind}, {"title", BesideText(result.subject, failure.candidate)}});
  out["not_shown"] = nlohmann::json::array();
  for (const NotShown& one : result.not_shown)
    out["not_shown"].push_back({{"kind", one.failure.kind},
                                {"title", BesideText(result.subject, one.failure.candidate)},
                                {"message", one.failure.message},
                                {"why", one.why},
                                {"compiles", one.compiles}});
  out["not_compiled"] = result.not_compiled;
  return out.dump(2) + "\n";
}

}  // namespace reweave::gen
