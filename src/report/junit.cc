#include "report/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "report/check_view.h"
#include "report/terminal.h"

namespace reweave {

namespace {

// Jenkins keeps the whole file in memory and GitLab refuses files over 30 MB: a test's text ends there.
constexpr std::size_t kMostText = 64 * 1024, kMostInAll = 16 * 1024 * 1024;
constexpr std::size_t kWidth = 0;  // no limit

std::string Attribute(std::string_view name, std::string_view value) { return fmt::format(" {}=\"{}\"", name, EscapeXml(value)); }

struct TestCase {
  const CheckedTest* test;
  std::vector<const FindingView*> failing, other;
};

class Junit {
 public:
  Junit(const CheckResult& result, const JunitOptions& options)
      : result_(result), options_(options), views_(FindingsOf(result)) {}

  std::string Run() {
    std::string cases;
    std::size_t failures = 0, skipped = 0;
    for (const CheckedTest& test : result_.tests) {
      TestCase item{&test, {}, {}};
      for (const FindingView& view : views_)
        if (view.test == &test) (Fails(view.state) ? item.failing : item.other).push_back(&view);
      failures += !item.failing.empty();
      skipped += item.failing.empty() && test.state != TestState::kExplored;
      cases += Case(item);
    }
    const std::string counts = fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"",
                                           result_.tests.size(), failures, skipped, result_.seconds);
    const std::string name = HasBase(result_) ? "reweave check" : "reweave explore";
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + Attribute("name", name) + counts + ">\n<testsuite" +
           Attribute("name", name) + counts + ">\n" + Properties() + cases + "</testsuite>\n</testsuites>\n";
  }

 private:
  std::string Cut(const std::string& text) {
    const std::size_t most = std::min(kMostText, kMostInAll - std::min(kMostInAll, written_));
    written_ += std::min(text.size(), most);
    if (text.size() <= most) return text;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    return text.substr(0, end) + "\n... cut here; the other reports have all of it\n";
  }

  bool Fails(FindingState state) const {
    return state == FindingState::kNew || state == FindingState::kFound || (state == FindingState::kOld && options_.fail_on_old);
  }

  std::string Properties() const {
    if (!HasBase(result_)) return {};
    std::string out = "<properties>\n";
    const auto add = [&](const char* name, const std::string& value) {
      if (!value.empty()) out += "<property" + Attribute("name", name) + Attribute("value", value) + "/>\n";
    };
    add("reweave.base", result_.base.label);
    add("reweave.base.commit", result_.base.commit);
    add("reweave.head", result_.head.label);
    add("reweave.head.commit", result_.head.commit);
    add("reweave.changed_functions", std::to_string(result_.changed_functions));
    add("reweave.interrupted", result_.interrupted ? "true" : "");
    return out + "</properties>\n";
  }

  std::string Case(const TestCase& item) {
    const CheckedTest& test = *item.test;
    std::string out = "<testcase" + Attribute("classname", HasBase(result_) ? "reweave.check" : "reweave.explore") +
                      Attribute("name", test.name) + fmt::format(" time=\"{:.3f}\"", test.seconds);
    // GitLab links to it.
    if (!item.failing.empty())
      for (const FindingSite& site : item.failing[0]->finding->sites)
        if (!site.position.file.empty() && !site.position.file.starts_with('/')) {
          out += Attribute("file", site.position.file) + fmt::format(" line=\"{}\"", site.position.line);
          break;
        }
    out += ">\n";
    if (!item.failing.empty()) out += Failure(item);
    else if (test.state != TestState::kExplored) out += "<skipped" + Attribute("message", SkipText(test)) + "/>\n";
    if (const std::string text = Aside(item); !text.empty()) out += "<system-out>" + EscapeXml(Cut(text)) + "</system-out>\n";
    return out + "</testcase>\n";
  }

  // One element for all findings: readers show only the first.
  std::string Failure(const TestCase& item) {
    const Finding& first = *item.failing[0]->finding;
    std::string message = fmt::format("{}: {}", StateTitle(*item.failing[0]), first.message);
    if (item.failing.size() > 1) message += fmt::format(" (and {} more)", item.failing.size() - 1);
    std::string text;
    for (const FindingView* view : item.failing)
      text += fmt::format("{} {}\n", Text(view->state), KindTitle(*view->finding)) +
              RenderFinding(*view->finding, {.colour = false, .width = kWidth}) + "\n";
    return "<failure" + Attribute("message", message) + Attribute("type", first.kind) + ">" + EscapeXml(Cut(text)) +
           "</failure>\n";
  }

  static std::string SkipText(const CheckedTest& test) {
    std::string out = Text(test.state);
    for (const std::string& reason : test.reasons) out += "; " + reason;
    return test.note.empty() ? out : out + "; " + test.note;
  }

  static std::string Aside(const TestCase& item) {
    const CheckedTest& test = *item.test;
    if (test.state != TestState::kExplored) return {};
    std::string out = fmt::format("{} schedules{}\n", test.schedules, test.exhausted ? ", nothing left to explore" : "");
    for (const std::string& reason : test.reasons) out += "chosen: " + reason + "\n";
    if (!test.note.empty()) out += test.note + "\n";
    for (const FindingView* view : item.other)
      out += fmt::format("{}: {} ({})\n", StateTitle(*view), view->finding->message, view->finding->id);
    return out;
  }

  const CheckResult& result_;
  const JunitOptions& options_;
  const std::vector<FindingView> views_;
  std::size_t written_ = 0;
};

}  // namespace

std::string EscapeXml(std::string_view text) {
  std::string out;
  const std::string clean = EscapeBlock(text);
  for (std::size_t i = 0; i < clean.size(); ++i) {
    switch (clean[i]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;  // attributes would lose it
      case '\t': out += "&#9;"; break;
      default:
        if (std::string_view(clean).substr(i).starts_with("\xef\xbf\xbe") ||
            std::string_view(clean).substr(i).starts_with("\xef\xbf\xbf")) {
          out += fmt::format("\\xef\\xbf\\x{:02x}", static_cast<unsigned char>(clean[i + 2]));
          i += 2;
        } else {
          out += clean[i];
        }
    }
  }
  return out;
}

std::string CheckJunit(const CheckResult& result, const JunitOptions& options) { return Junit(result, options).Run(); }

}  // namespace reweave
