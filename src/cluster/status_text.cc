#include "cluster/status_text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/command.h"
#include "base/duration.h"
#include "base/escape.h"

namespace reweave::inline cluster {

namespace {

constexpr std::int64_t kGone = 20000;  // milliseconds without a word

std::string Time(std::int64_t at) {
  return at == 0 ? "-" : fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(static_cast<std::time_t>(at)));
}
std::string Duration(double seconds) {
  return FormatDuration(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
}

const char* StateText(JobState state) {
  switch (state) {
    case JobState::kRunning: return "running";
    case JobState::kStopped: return "stopped";
    case JobState::kFailed: return "ended by a finding";
    case JobState::kDone: return "done";
  }
  return "?";
}

std::string StateOf(const CampaignTest& test) {
  return !test.note.empty() ? test.note : test.exhausted ? "exhausted" : test.slices == 0 ? "not begun" : "open";
}

struct Node {
  unsigned busy = 0, idle = 0, gone = 0;
  std::int64_t units = 0, schedules = 0;
};
std::map<std::string, Node> NodesOf(const JobStatus& job) {
  std::map<std::string, Node> out;
  for (const WorkerStatus& worker : job.workers) {
    Node& node = out[worker.node];
    ++(job.now - worker.seen > kGone ? node.gone : worker.state == "busy" ? node.busy : node.idle);
    node.units += worker.units;
    node.schedules += worker.schedules;
  }
  return out;
}

// The command that began the search: searches of one program are told apart by it.
std::string CommandOf(const WorkJob& job) {
  const auto spec = nlohmann::json::parse(job.spec, nullptr, false);
  const auto words = spec.is_object() ? spec.find("words") : spec.end();
  if (words == spec.end() || !words->is_array()) return "";
  std::string out = "reweave";
  for (const auto& word : *words)
    if (word.is_string()) out += " " + ShellWord(word.get<std::string>());
  return "  " + EscapeLine(out) + "\n";
}

std::string WorkersText(const Node& node, bool running) {
  if (running) return fmt::format("{} busy, {} idle, {} gone", node.busy, node.idle, node.gone);
  const unsigned all = node.busy + node.idle + node.gone;
  return fmt::format("{} worker{}", all, all == 1 ? "" : "s");
}

std::string Html(std::string_view text) {
  std::string out;
  for (const char c : EscapeUtf8(text))
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

// Patterns over time spent.
std::string Curve(const std::vector<CampaignPoint>& points) {
  if (points.size() < 2) return "";
  const double width = points.back().seconds, height = static_cast<double>(std::max<std::uint64_t>(points.back().patterns, 1));
  std::string path;
  for (const CampaignPoint& point : points)
    path += fmt::format("{:.1f},{:.1f} ", 600 * point.seconds / std::max(width, 1e-9),
                        100 - 96 * static_cast<double>(point.patterns) / height);
  return fmt::format(
      "<svg viewBox=\"0 0 600 104\" width=\"600\" height=\"104\" role=\"img\" aria-label=\"patterns over time\"><polyline "
      "fill=\"none\" stroke=\"currentColor\" points=\"{}\"/></svg><p>{} patterns and pairs in {}</p>",
      path, points.back().patterns, Duration(width));
}

// The same in words, at a few moments.
std::string CurveText(const std::vector<CampaignPoint>& points) {
  constexpr std::size_t kMoments = 5;
  std::string out;
  double next = 0;
  for (const CampaignPoint& point : points) {
    const bool last = &point == &points.back();
    if (!last && point.seconds < next) continue;
    out += fmt::format("{}{} after {}", out.empty() ? "" : ", ", point.patterns, Duration(point.seconds));
    next = point.seconds + points.back().seconds / kMoments;
  }
  return out.empty() ? "" : "patterns over time: " + out + "\n";
}

}  // namespace

std::string CampaignText(const CampaignView& view) {
  const CampaignState& state = view.state;
  const CampaignPoint total = state.points.empty() ? CampaignPoint{} : state.points.back();
  std::string out = EscapeLine(fmt::format("campaign {} over {}: {}, begun {}", state.name, state.subject,
                                           view.running       ? "running"
                                           : state.ended == 0 ? "killed; the same command continues it"
                                                              : "ended " + Time(state.ended),
                                           Time(state.began))) +
                    "\n";
  std::size_t width = 4;
  for (const CampaignTest& test : state.tests) width = std::max(width, std::min<std::size_t>(test.name.size(), 60));
  out += fmt::format("{:<{}}  {:>7} {:>12} {:>9} {:>9} {:>8}  {}\n", "test", width, "time", "schedules", "patterns", "new/s",
                     "findings", "state");
  for (const CampaignTest& test : state.tests)
    out += EscapeLine(fmt::format("{:<{}}  {:>7} {:>12} {:>9} {:>9.2f} {:>8}  {}", test.name, width, Duration(test.seconds),
                                  test.schedules, test.patterns, test.rate, test.findings, StateOf(test))) +
           "\n";
  out += fmt::format("total: {} schedules in {}, {:.0f}/s, {} patterns, {} findings\n", total.schedules, Duration(total.seconds),
                     static_cast<double>(total.schedules) / std::max(total.seconds, 0.001), total.patterns, total.findings);
  return out + CurveText(state.points);
}

std::string JobText(const JobStatus& job, std::size_t findings) {
  std::int64_t schedules = 0;
  for (const WorkerStatus& worker : job.workers) schedules += worker.schedules;
  const std::int64_t end = job.job.state == JobState::kRunning ? job.now : job.job.used;
  const double seconds = static_cast<double>(end - job.job.created) / 1000;
  std::string out = EscapeLine(fmt::format("search {} of {}: {}, begun {}, {}", job.job.id, job.job.name,
                                           StateText(job.job.state), Time(job.job.created / 1000), Duration(seconds))) +
                    "\n" + CommandOf(job.job);
  out += fmt::format("  units {} done, {} running, {} waiting; {} schedules, {:.0f}/s; findings {}\n", job.done, job.leased,
                     job.open, schedules, static_cast<double>(schedules) / std::max(seconds, 0.001), findings);
  for (const auto& [name, node] : NodesOf(job))
    out += EscapeLine(fmt::format("  node {}: {}; {} unit{}, {} schedules", name,
                                  WorkersText(node, job.job.state == JobState::kRunning), node.units, node.units == 1 ? "" : "s",
                                  node.schedules)) +
           "\n";
  return out;
}

std::string StatusPage(const std::vector<CampaignView>& campaigns, const std::vector<std::pair<JobStatus, std::size_t>>& jobs) {
  std::string out =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"10\"><title>Reweave: "
      "campaigns</title><style>body{font:14px "
      "system-ui,sans-serif;margin:2em;max-width:70em}table{border-collapse:collapse}td,th{padding:"
      "2px 10px;text-align:right;border-bottom:1px solid "
      "#ccc}td:first-child,th:first-child,td:last-child,th:last-child{text-align:left}"
      "pre{background:#8881;padding:1em}</style>";
  for (const CampaignView& view : campaigns) {
    out += fmt::format("<h1>Campaign {}</h1><p>{}, {}</p>{}", Html(view.state.name), Html(view.state.subject),
                       view.running ? "running" : "not running", Curve(view.state.points));
    out += "<table><tr><th>test<th>time<th>schedules<th>patterns<th>new a second<th>findings<th>state</tr>";
    for (const CampaignTest& test : view.state.tests)
      out += fmt::format("<tr><td>{}<td>{}<td>{}<td>{}<td>{:.2f}<td>{}<td>{}</tr>", Html(test.name), Duration(test.seconds),
                         test.schedules, test.patterns, test.rate, test.findings, Html(StateOf(test)));
    out += "</table>";
  }
  if (!jobs.empty()) out += "<h1>Searches</h1>";
  for (const auto& [job, findings] : jobs) out += "<pre>" + Html(JobText(job, findings)) + "</pre>";
  return out + "\n";
}

}  // namespace reweave::inline cluster
