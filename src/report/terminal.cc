#include "report/terminal.h"

#include <fmt/format.h>

#include "base/command.h"
#include "base/escape.h"
#include "findings/causes.h"
#include "findings/failure_line.h"
#include "findings/interleaving.h"
#include "findings/site_names.h"
#include "report/check_view.h"

namespace reweave::inline report {

namespace {

constexpr std::size_t kMostOutput = 4096;
constexpr std::size_t kMostPredicted = 3;  // that are shown
constexpr std::uint64_t kManySchedules = 100;
constexpr std::size_t kMostPlaces = 10;    // of one cause

std::string Bold(const std::string& text, const TerminalStyle& style) {
  return style.colour ? "\x1b[1;31m" + text + "\x1b[0m" : text;
}

std::string Block(const std::string& title, const std::string& text) {
  if (text.empty()) return {};
  const bool cut = text.size() > kMostOutput;
  std::string body = EscapeBlock(std::string_view(text).substr(cut ? text.size() - kMostOutput : 0));
  while (body.ends_with('\n')) body.pop_back();
  std::string out = fmt::format("  {}{}:\n    | ", title, cut ? " (the end of it)" : "");
  for (const char c : body) {
    out += c;
    if (c == '\n') out += "    | ";
  }
  return out + "\n";
}

std::string SiteText(const SitePosition& position) {
  if (position.file.empty()) return position.identity.empty() ? "unknown place" : EscapeLine(position.identity);
  const std::string place = EscapeLine(PlaceText(position));
  return position.function.empty() ? place : fmt::format("{} in {}", place, EscapeLine(position.function));
}

std::string Shown(const std::string& path, const TerminalStyle& style) {
  const std::string below = style.directory + "/";
  return !style.directory.empty() && path.starts_with(below) ? path.substr(below.size()) : path;
}

// What is told beside the findings: warnings and predictions in a line each.
std::string RenderAsides(const ExploreResult& result, const TerminalStyle& style) {
  std::string out;
  const auto aside = [&](std::string_view what, const Finding& finding) {
    out += fmt::format("{}: {}: {}\n", what, Name(finding.kind), EscapeLine(finding.message));
    if (!finding.schedule_file.empty())
      out += fmt::format("  replay: {}reweave replay {}\n", EscapeLine(style.replay_prefix),
                         EscapeLine(ShellWord(Shown(finding.schedule_file, style))));
  };
  for (const Finding& finding : result.warnings) aside("warning", finding);
  for (const Finding& finding : result.timing) aside("timing, needs a delay and does not fail (--fail-on timing)", finding);
  // That a race was predicted says little once many schedules have not shown it: then it is only counted (NotCovered).
  std::size_t shown = 0;
  for (const Finding& finding : result.predicted)
    if ((finding.kind != FindingKind::kRace || result.schedules < kManySchedules) && shown < kMostPredicted && ++shown > 0)
      out += fmt::format("predicted, not confirmed: {}: {}\n", Name(finding.kind), EscapeLine(finding.message));
  for (const std::string& text : result.unused_suppressions) out += fmt::format("unused suppression: {}\n", EscapeLine(text));
  return out;
}

// What a person must not take for covered.
std::string NotCovered(const ExploreResult& result) {
  std::string out;
  const auto say = [&](const std::string& text) { out += "not covered: " + text + "\n"; };
  switch (result.stopped_by) {
    case StoppedBy::kTime: say("schedules for which there was no time (--time, -j, --resume)"); break;
    case StoppedBy::kSchedules: say("schedules beyond the given number (--schedules, --resume)"); break;
    case StoppedBy::kInterrupted: say("schedules that were left when it was interrupted (--resume continues)"); break;
    case StoppedBy::kFailure:
      if (!result.sequential && result.unsupported.empty()) say("schedules after the first failure (--keep-going continues)");
      break;
    case StoppedBy::kIncomplete: say("schedules that the strategy cannot reach or could not repeat (docs/strategies.md)"); break;
    case StoppedBy::kExhausted:
    case StoppedBy::kUnsupported: break;
  }
  if (result.diverged > 0)
    say(fmt::format("{} run{} that could not be repeated as planned", result.diverged, Plural(result.diverged)));
  if (!result.unsupported.empty()) say("what comes after a call that is not supported (above)");
  if (result.cut_runs > 0)
    say(fmt::format(
        "what comes after the step limit, which {} run{} reached (--max-steps): {}; a loop that does not end, or a test "
        "that is too large",
        result.cut_runs, Plural(result.cut_runs), result.cut.empty() ? "no thread could run" : EscapeLine(result.cut)));
  if (result.early_left_out)
    say("sleeps and time limits that end while another thread could run, except for some at random (--time-model free)");
  for (const std::string& caveat : result.caveats) say(EscapeLine(caveat));
  if (!result.predicted.empty())
    say(fmt::format("{} predicted race{} or deadlock{} that no schedule confirmed (--json lists {})", result.predicted.size(),
                    Plural(result.predicted.size()), Plural(result.predicted.size()),
                    result.predicted.size() == 1 ? "it" : "them"));
  return out;
}

}  // namespace

std::string RenderOutput(const std::string& output, const std::string& errors) {
  return Block("its output", output) + Block("its errors", errors);
}

namespace {

constexpr std::size_t kManyAlike = 5;

// How many sites from this one on say the same of threads of their own.
std::size_t AlikeFrom(const std::vector<FindingSite>& sites, std::size_t first) {
  std::size_t end = first + 1;
  while (end < sites.size() && sites[end].role == sites[first].role && sites[end].thread != sites[end - 1].thread &&
         SiteText(sites[end].position) == SiteText(sites[first].position))
    ++end;
  return end - first;
}

}  // namespace

std::string RenderFailure(const Finding& finding, const TerminalStyle& style) {
  std::string kind(Name(finding.kind));
  if (finding.subkind) kind += " (" + *finding.subkind + ")";
  // A deadlock's and a race's own message lists places: the sentence of what happened is the better headline.
  const bool cause_first =
      !finding.cause.empty() && (finding.kind == FindingKind::kDeadlock || finding.kind == FindingKind::kRace);
  std::string out = fmt::format("{}: {}\n", Bold(kind, style), EscapeLine(cause_first ? finding.cause : finding.message));
  if (!finding.cause.empty()) out += fmt::format("  {}\n", EscapeLine(cause_first ? finding.message : finding.cause));
  for (std::size_t i = 0; i < finding.sites.size(); ++i) {
    const FindingSite& site = finding.sites[i];
    if (!site.role.empty()) {
      out += fmt::format("  thread {}, {}: {}\n", site.thread_path, EscapeLine(site.role), SiteText(site.position));
      // A pool of threads waits at one place: a few of them tell it.
      const std::size_t alike = AlikeFrom(finding.sites, i);
      if (alike < kManyAlike) continue;
      out += fmt::format("  threads {} to {}: the same, {} of them\n", finding.sites[i + 1].thread_path,
                         finding.sites[i + alike - 1].thread_path, alike - 1);
      i += alike - 1;
      continue;
    }
    const bool same_thread = i > 0 && finding.sites[i - 1].thread == site.thread;
    out += same_thread ? fmt::format("    called from {}\n", SiteText(site.position))
                       : fmt::format("  thread {}: {}\n", site.thread_path, SiteText(site.position));
  }
  return out + RenderOutput(finding.output, finding.errors);
}

static std::string WithoutSummary(const Finding& finding, const TerminalStyle& style) {
  std::string out = RenderFailure(finding, style);
  const char* doubt = finding.confirmed    ? ""
                      : finding.unrepeated ? "; NOT confirmed by a replay"
                                           : "; not replayed: there was no time";
  if (finding.occurrences == 0)
    out += fmt::format("  predicted from execution {}; a run made for it showed it, no schedule of the search did{}\n",
                       finding.first_execution, doubt);
  else
    out += fmt::format("  first in execution {}, in {} schedule{}{}\n", finding.first_execution, finding.occurrences,
                       Plural(finding.occurrences), doubt);
  if (finding.preemptions)
    out += fmt::format("  its schedule has {} preemption{}{}\n", *finding.preemptions, Plural(*finding.preemptions),
                       finding.fewest_preemptions && *finding.preemptions > 0 ? ", the fewest that show it" : "");
  out += RenderInterleaving(finding.interleaving, style.width);
  if (finding.schedule_file.empty())
    return out + "  no schedule: there was no time to write it, or no room beside others of its cause\n";
  return out + fmt::format("  replay: {}reweave replay {}\n", EscapeLine(style.replay_prefix),
                           EscapeLine(ShellWord(Shown(finding.schedule_file, style))));
}

std::string RenderFinding(const Finding& finding, const TerminalStyle& style) {
  return WithoutSummary(finding, style) + RenderSummaryLine(finding);
}

std::string RenderPlaces(const Finding& finding) {
  std::string places, variable;
  int sides = 0;
  for (const FindingSite& site : finding.sites) {
    if (site.role.empty() || sides == 2) continue;
    places += fmt::format("{}{} at {}", sides++ == 0 ? "" : ", ", site.role, PlaceText(site.position));
    if (variable.empty() && finding.kind == FindingKind::kRace) variable = site.position.variable;
  }
  return EscapeLine(
      fmt::format("{}{}{} ({} {})", variable, variable.empty() ? "" : ": ", places, Name(finding.kind), finding.id));
}

std::string RenderCause(const std::vector<const Finding*>& group, const TerminalStyle& style) {
  if (group.size() == 1) return RenderFinding(*group[0], style);
  std::string out = WithoutSummary(*group[0], style);
  const bool alike = std::ranges::all_of(group, [&](const Finding* f) { return f->kind == group[0]->kind; });
  out += fmt::format("  the same cause shows in {} more {}{}:\n", group.size() - 1, alike ? Name(group[0]->kind) : "finding",
                     Plural(group.size() - 1));
  for (std::size_t i = 1; i < group.size() && i <= kMostPlaces; ++i) out += fmt::format("    {}\n", RenderPlaces(*group[i]));
  if (group.size() - 1 > kMostPlaces) out += fmt::format("    and {} more (--json lists them)\n", group.size() - 1 - kMostPlaces);
  return out + RenderSummaryLine(*group[0]);
}

std::string RenderSummaryLine(const Finding& finding) {
  const std::string_view name = Name(finding.kind);
  const std::string kind = finding.subkind ? fmt::format("{} ({})", name, *finding.subkind) : std::string(name);
  // A test that only exits with a status has no place of its own; its framework says where the first failure is.
  const std::string said = finding.sites.empty() ? FailureLine(finding.output) : "";
  const FindingSite* main = MainSite(finding);
  const std::string place = main != nullptr          ? SiteText(main->position)
                            : !finding.sites.empty() ? SiteText(finding.sites[0].position)
                            : said.empty()           ? "unknown place"
                                                     : EscapeLine(said.substr(0, said.find(": ")));
  return fmt::format("SUMMARY: {} {} {}\n", kind, finding.id, place);
}

std::string RenderExplore(const ExploreResult& result, const TerminalStyle& style) {
  std::string out;
  const auto causes = GroupByCause(result.findings);
  for (const auto& group : causes) out += RenderCause(group, style) + "\n";
  out += RenderAsides(result, style);
  for (const std::string& text : result.unsupported) out += fmt::format("unsupported: {}\n", EscapeLine(text));
  const double rate = result.seconds > 0 ? static_cast<double>(result.executions) / result.seconds : 0;
  out +=
      fmt::format("{} execution{}, {} schedule{} in {:.2f} s ({:.0f} per second), {} steps; strategy {}, isolation {}, seed {}\n",
                  result.executions, Plural(result.executions), result.schedules, Plural(result.schedules), result.seconds, rate,
                  result.transitions, EscapeLine(result.strategy), IsolationName(result.isolation), result.seed);
  if (result.sequential) out += "the program is sequential: it never had two threads that could run\n";
  if (result.exhausted && result.interchangeable > 1)
    out += fmt::format("{} threads are interchangeable: one order of them was run for all (--no-symmetry runs every order)\n",
                       result.interchangeable);
  if (result.technique)
    for (const std::string& line : result.technique->lines)
      out += fmt::format("{}: {}\n", result.technique->name, EscapeLine(line));
  const WrapperResults& wrappers = result.wrappers;
  if (wrappers.distinct)
    out += fmt::format("{} of them are distinct; the others repeat an order of dependent steps\n", *wrappers.distinct);
  if (wrappers.determinism_checks)
    out += wrappers.difference.empty() ? fmt::format("{} schedule{} run twice: no difference\n", *wrappers.determinism_checks,
                                                     Plural(*wrappers.determinism_checks))
                                       : fmt::format("NOT repeatable: {}\n", EscapeLine(wrappers.difference));
  out += NotCovered(result);
  const std::size_t n = causes.size(), all = result.findings.size();
  const std::string races = n == all ? "" : fmt::format(" ({} before grouping by cause)", all);
  out += fmt::format("{}; stopped by: {}{}\n", n == 0 ? "nothing found" : fmt::format("{} finding{}{}", n, Plural(n), races),
                     StoppedByName(result.stopped_by),
                     !result.exhausted        ? ""
                     : result.caveats.empty() ? "; nothing left to explore"
                                              : "; nothing else left to explore");
  return out;
}

}  // namespace reweave::inline report
