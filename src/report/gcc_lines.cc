#include "report/gcc_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/escape.h"
#include "findings/causes.h"
#include "report/check_view.h"
#include "report/terminal.h"

namespace reweave::inline report {

namespace {

// Names of sources begin at the top of their repository. Who reads these lines opens files from the working directory, which may
// be below it.
std::string FromHere(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path path(file), here = fs::current_path(error);
  if (error || path.is_absolute() || fs::exists(path, error)) return file;
  for (fs::path above = here.parent_path(); above != above.parent_path(); above = above.parent_path())
    if (fs::exists(above / path, error)) return (above / path).lexically_relative(here).string();
  return file;
}

// Column 0 is not known: editors count from 1.
std::string Place(const SitePosition& position) {
  return fmt::format("{}:{}:{}", EscapeLine(FromHere(position.file)), std::max(position.line, 1u), std::max(position.column, 1u));
}

// A note to the error before it.
std::string SameCause(const Finding& finding) {
  const FindingSite* main = MainSite(finding);
  return fmt::format("{}: note: the same cause: {}\n", main != nullptr ? Place(main->position) : "reweave:1:1",
                     RenderPlaces(finding));
}

std::string Headline(const Finding& finding) {
  const bool cause_first =
      !finding.cause.empty() && (finding.kind == FindingKind::kDeadlock || finding.kind == FindingKind::kRace);
  return cause_first ? fmt::format("{}: {}", KindTitle(finding), finding.cause) : TitledMessage(finding);
}

}  // namespace

std::string GccLines(const Finding& finding, const char* level) {
  const FindingSite* main = MainSite(finding);
  // A tool that reads the lines would not see one without a place: it is the program's as a whole.
  const std::string place = main != nullptr ? Place(main->position) : "reweave:1:1";
  std::string out = fmt::format("{}: {}: {}{}\n", place, level, EscapeLine(Headline(finding)),
                                finding.id.empty() ? "" : fmt::format(" [{}]", finding.id));
  for (const FindingSite& site : finding.sites) {
    if (site.role.empty() || site.position.file.empty()) continue;
    out += fmt::format("{}: note: thread {}, {}{}\n", Place(site.position), site.thread_path, EscapeLine(site.role),
                       site.position.function.empty() ? "" : ", in " + EscapeLine(site.position.function));
  }
  if (!finding.schedule_file.empty())
    out += fmt::format("{}: note: replay: reweave replay {}\n", place, EscapeLine(finding.schedule_file));
  return out;
}

std::string ExploreGccLines(const ExploreResult& result) {
  std::string out;
  for (const auto& group : GroupByCause(result.findings)) {
    out += GccLines(*group[0], "error");
    for (std::size_t i = 1; i < group.size(); ++i) out += SameCause(*group[i]);
  }
  for (const auto* list : {&result.timing, &result.warnings, &result.predicted})
    for (const Finding& finding : *list) out += GccLines(finding, "warning");
  return out;
}

std::string CheckGccLines(const CheckResult& result) {
  std::string out;
  std::set<std::string> told;  // one cause that several tests show is one line
  for (const FindingView& view : FindingsOf(result)) {
    if (view.state == FindingState::kAccepted || view.state == FindingState::kFixed) continue;
    const bool fails = view.state == FindingState::kNew || view.state == FindingState::kFound;
    if (told.insert(view.finding->id).second)
      out += view.lead != nullptr ? SameCause(*view.finding) : GccLines(*view.finding, fails ? "error" : "warning");
  }
  return out;
}

}  // namespace reweave::inline report
