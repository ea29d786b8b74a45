#include "report/html.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/escape.h"
#include "findings/interleaving.h"
#include "report/check_verdict.h"
#include "report/check_view.h"
#include "report/page_assets.h"

namespace reweave::inline report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostGaps = 20;  // for one reason
constexpr std::size_t kMostOutput = 32 * 1024;
constexpr std::size_t kMostDiff = 2 * 1024 * 1024;
constexpr std::size_t kFewSteps = 500;  // of each finding, when all together are too many

// Control characters and what turns the direction of text are written out.
std::string Shown(std::string_view text) { return EscapeBlock(text); }

class Page {
 public:
  Page(const CheckResult& result, const SourceFiles& sources, const HtmlOptions& options)
      : result_(result), sources_(sources), options_(options), views_(FindingsOf(result)) {}

  std::string Run() {
    std::string text = Data().dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string data;  // inside a script element: no "</script>", no "<!--"
    data.reserve(text.size());
    for (const char c : text) {
      if (c == '<') data += "\\u003c";
      else data += c;
    }
    return Fill(data);
  }

 private:
  // --- The page --------------------------------------------------------------------------------------------------------

  // In one pass, so that nothing in the data is taken for a place to fill.
  std::string Fill(const std::string& data) const {
    const std::pair<std::string_view, std::string_view> places[] = {{"@SCRIPT_HASH@", kPageScriptHash},
                                                                    {"@STYLE_HASH@", kPageStyleHash},
                                                                    {"@TITLE@", Title()},
                                                                    {"@STYLE@", kPageStyle},
                                                                    {"@SCRIPT@", kPageScript},
                                                                    {"@DATA@", data}};
    std::string out;
    std::string_view rest = kPageTemplate;
    while (!rest.empty()) {
      const std::size_t at = rest.find('@');
      out += rest.substr(0, at);
      if (at == std::string_view::npos) break;
      rest.remove_prefix(at);
      std::size_t used = 1;
      std::string_view with = "@";
      for (const auto& [place, value] : places)
        if (rest.starts_with(place)) used = place.size(), with = value;
      out += with;
      rest.remove_prefix(used);
    }
    return out;
  }

  std::string_view Title() const {
    const CheckTotals totals = TotalsOf(result_);
    if (totals.fresh > 0) return "Reweave: findings";
    return HasBase(result_) && VerdictOf(result_) == CheckVerdict::kIncomplete ? "Reweave: incomplete" : "Reweave: nothing found";
  }

  // --- Its data --------------------------------------------------------------------------------------------------------

  Json Data() {
    std::size_t steps = 0;
    for (const FindingView& view : views_) steps += view.finding->interleaving.steps.size();
    most_steps_ = steps > options_.most_steps ? kFewSteps : kMostKeptSteps;
    Json findings = Json::array(), tests = Json::array(), changed = Json::object(), sources = Json::object();
    for (const FindingView& view : views_) findings.push_back(FindingJson(view));
    for (const CheckedTest& test : result_.tests) tests.push_back(TestJson(test));
    for (const auto& [file, lines] : result_.change.lines) changed[Shown(file)] = lines;
    for (const auto& [file, excerpts] : sources_) {
      Json parts = Json::array();
      for (const SourceExcerpt& excerpt : excerpts) parts.push_back(Json::array({excerpt.first, excerpt.text}));
      sources[Shown(file)] = std::move(parts);
    }
    Json notes = Json::array(), gaps = Json::array();
    for (const std::string& gap : GapTexts(result_, kMostGaps)) gaps.push_back(Shown(gap));
    for (const std::string& note : result_.notes) notes.push_back(Shown(note));
    const bool cut_diff = result_.change.diff.size() > kMostDiff;
    if (cut_diff) notes.push_back("The change is too large to be shown here in full.");
    return {{"version", options_.version},
            {"base", HasBase(result_) ? VersionJson(result_.base) : Json(nullptr)},
            {"head", VersionJson(result_.head)},
            {"top", Shown(result_.top)},
            {"changed_functions", result_.changed_functions},
            {"impacted_points", result_.points},
            {"seconds", result_.seconds},
            {"verdict", Text(VerdictOf(result_))},
            {"gaps", std::move(gaps)},
            {"interrupted", result_.interrupted},
            {"repeated", result_.repeated},
            {"causes", TotalsOf(result_).causes},
            {"failing", FailingText(TotalsOf(result_), HasBase(result_))},
            {"notes", std::move(notes)},
            {"changed", std::move(changed)},
            {"diff", Shown(std::string_view(result_.change.diff).substr(0, kMostDiff))},
            {"sources", std::move(sources)},
            {"findings", std::move(findings)},
            {"tests", std::move(tests)},
            {"strings", std::move(strings_)}};
  }

  static Json VersionJson(const Version& v) { return {{"label", Shown(v.label)}, {"commit", v.commit}, {"tree", v.tree}}; }

  // Steps repeat a few texts thousands of times: each is there once.
  std::size_t Number(const std::string& text) {
    const auto [entry, fresh] = numbers_.try_emplace(text, strings_.size());
    if (fresh) strings_.push_back(Shown(text));
    return entry->second;
  }

  Json StepJson(const InterleavingStep& step) {
    Json locks = Json::array();
    for (const std::string& lock : step.locks) locks.push_back(Number(lock));
    return Json::array({step.thread, Number(step.file), step.line, Number(step.function), Number(step.kind), Number(step.what),
                        (step.preempts ? 1 : 0) | (step.key ? 2 : 0), std::move(locks)});
  }

  Json RunJson(const Interleaving& run) {
    if (run.steps.empty()) return nullptr;
    Json threads = Json::array(), steps = Json::array(), waiting = Json::array();
    for (std::size_t i = 0; i < run.threads.size(); ++i)
      threads.push_back({{"path", run.threads[i]}, {"name", i < run.names.size() ? Shown(run.names[i]) : ""}});
    const StepRange range = ShownSteps(run, most_steps_);
    for (std::size_t i = range.first; i < range.end; ++i) steps.push_back(StepJson(run.steps[i]));
    for (const InterleavingStep& step : run.waiting) waiting.push_back(StepJson(step));
    return {{"threads", std::move(threads)},
            {"switches", run.switches},
            {"before", run.left_out + range.first},
            {"after", run.left_out_after + run.steps.size() - range.end},
            {"steps", std::move(steps)},
            {"waiting", std::move(waiting)}};
  }

  Json FindingJson(const FindingView& view) {
    const Finding& f = *view.finding;
    Json sites = Json::array();
    for (const FindingSite& site : f.sites)
      sites.push_back({{"file", Shown(site.position.file)},
                       {"line", site.position.line},
                       {"function", Shown(site.position.function)},
                       {"thread", site.thread_path},
                       {"role", Shown(site.role)},
                       {"held", Shown(HeldText(f, site))}});
    return {{"test", view.test - result_.tests.data()},
            {"id", f.id},
            {"state", Text(view.state)},
            {"kind", Name(f.kind)},
            {"title", KindTitle(f)},
            {"message", Shown(f.message)},
            {"cause", Shown(f.cause)},
            {"phase", view.phase},
            {"lead", view.lead ? Json(view.lead->id) : Json(nullptr)},
            {"first", f.first_schedule},
            {"occurrences", f.occurrences},
            {"confirmed", f.confirmed},
            {"preemptions", f.preemptions ? Json(*f.preemptions) : Json(nullptr)},
            {"fewest", f.fewest_preemptions},
            {"replay", Shown(ReplayCommand(result_, f))},
            {"sites", std::move(sites)},
            {"output", Shown(KeepEnd(f.output, kMostOutput))},
            {"errors", Shown(KeepEnd(f.errors, kMostOutput))},
            {"run", RunJson(f.interleaving)}};
  }

  static Json TechniquesJson(const CheckedTest& test) {
    Json out = Json::array();
    for (const TechniqueReport& report : test.techniques) {
      Json lines = Json::array(), tables = Json::array(), charts = Json::array();
      for (const std::string& line : report.lines) lines.push_back(Shown(line));
      for (const TechniqueReport::Table& table : report.tables) {
        Json columns = Json::array(), rows = Json::array();
        for (const std::string& name : table.columns) columns.push_back(Shown(name));
        for (const auto& cells : table.rows) {
          Json row = Json::array();
          for (const TechniqueReport::Cell& cell : cells)
            row.push_back(Json::array({Shown(cell.text), Shown(cell.file), cell.line}));
          rows.push_back(std::move(row));
        }
        tables.push_back({{"title", Shown(table.title)},
                          {"columns", std::move(columns)},
                          {"rows", std::move(rows)},
                          {"left_out", table.left_out}});
      }
      for (const TechniqueReport::Chart& chart : report.charts) {
        Json points = Json::array();
        for (const auto& [x, y] : chart.points) points.push_back(Json::array({x, y}));
        charts.push_back({{"title", Shown(chart.title)}, {"x", chart.x}, {"y", chart.y}, {"points", std::move(points)}});
      }
      out.push_back(
          {{"name", report.name}, {"lines", std::move(lines)}, {"tables", std::move(tables)}, {"charts", std::move(charts)}});
    }
    return out;
  }

  static Json TestJson(const CheckedTest& test) {
    Json reasons = Json::array(), phases = Json::array(), curve = Json::array();
    for (const std::string& reason : test.reasons) reasons.push_back(Shown(reason));
    for (const CheckedPhase& p : test.phases) phases.push_back(Json::array({p.name, p.schedules, p.seconds, p.stopped_by}));
    for (const ProgressPoint& p : test.curve) curve.push_back(Json::array({p.seconds, p.schedules, p.patterns, p.findings}));
    return {{"name", Shown(test.name)},
            {"state", Text(test.state)},
            {"new_test", test.new_test},
            {"points", test.points},
            {"covered", test.covered},
            {"reasons", std::move(reasons)},
            {"new_interleavings", test.new_interleavings},
            {"change_patterns", Json::array({test.change_covered, test.change_patterns, test.change_infeasible})},
            {"schedules", test.schedules},
            {"seconds", test.seconds},
            {"exhausted", test.exhausted},
            {"phases", std::move(phases)},
            {"curve", std::move(curve)},
            {"techniques", TechniquesJson(test)},
            {"gap", Shown(GapOf(test))},
            {"note", Shown(test.note)}};
  }

  const CheckResult& result_;
  const SourceFiles& sources_;
  const HtmlOptions& options_;
  const std::vector<FindingView> views_;
  std::size_t most_steps_ = kMostKeptSteps;
  std::unordered_map<std::string, std::size_t> numbers_;
  Json strings_ = Json::array();
};

}  // namespace

std::string CheckHtml(const CheckResult& result, const SourceFiles& sources, const HtmlOptions& options) {
  return Page(result, sources, options).Run();
}

}  // namespace reweave::inline report
