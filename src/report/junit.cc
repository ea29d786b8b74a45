#include "report/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "base/escape.h"
#include "report/check_verdict.h"
#include "report/check_view.h"
#include "report/terminal.h"

namespace reweave::inline report {

namespace {

// Jenkins keeps the whole file in memory and GitLab refuses files over 30 MB: a test's text ends there.
constexpr std::size_t kMostText = 64 * 1024, kMostInAll = 16 * 1024 * 1024;
constexpr std::size_t kWidth = 0;  // no limit

void Set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(XmlText(value).c_str());
}

struct TestCase {
  const CheckedTest* test;
  std::vector<const FindingView*> failing, other;
  std::string gap;  // why it was not looked at

  bool skipped() const { return failing.empty() && (test->state != TestState::kExplored || !gap.empty()); }
};

class Junit {
 public:
  Junit(const CheckResult& result, const JunitOptions& options)
      : result_(result), options_(options), views_(FindingsOf(result)) {}

  std::string Run() {
    std::vector<TestCase> cases;
    std::size_t failures = 0, skipped = 0;
    for (const CheckedTest& test : result_.tests) {
      TestCase& item = cases.emplace_back(TestCase{&test, {}, {}, HasBase(result_) ? GapOf(test) : ""});
      for (const FindingView& view : views_)
        if (view.test == &test) (Fails(view.state) ? item.failing : item.other).push_back(&view);
      failures += !item.failing.empty();
      skipped += item.skipped();
    }
    pugi::xml_document document;
    pugi::xml_node node = document;
    for (const char* element : {"testsuites", "testsuite"}) {
      node = node.append_child(element);
      Set(node, "name", HasBase(result_) ? "reweave check" : "reweave explore");
      Set(node, "tests", std::to_string(cases.size()));
      Set(node, "failures", std::to_string(failures));
      Set(node, "errors", "0");
      Set(node, "skipped", std::to_string(skipped));
      Set(node, "time", fmt::format("{:.3f}", result_.seconds));
    }
    AddProperties(node);
    for (const TestCase& item : cases) AddCase(node.append_child("testcase"), item);
    std::ostringstream out;
    document.save(out, "", pugi::format_default | pugi::format_no_declaration, pugi::encoding_utf8);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + out.str();
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

  void AddProperties(pugi::xml_node suite) const {
    if (!HasBase(result_)) return;
    pugi::xml_node properties = suite.append_child("properties");
    const auto add = [&](const char* name, const std::string& value) {
      if (value.empty()) return;
      pugi::xml_node property = properties.append_child("property");
      Set(property, "name", name);
      Set(property, "value", value);
    };
    add("reweave.base", result_.base.label);
    add("reweave.base.commit", result_.base.commit);
    add("reweave.head", result_.head.label);
    add("reweave.head.commit", result_.head.commit);
    add("reweave.changed_functions", std::to_string(result_.changed_functions));
    add("reweave.interrupted", result_.interrupted ? "true" : "");
    add("reweave.verdict", Text(VerdictOf(result_, options_.fail_on_old)));
    add("reweave.not_looked_at", GapSummary(result_));
  }

  void AddCase(pugi::xml_node node, const TestCase& item) {
    const CheckedTest& test = *item.test;
    Set(node, "classname", HasBase(result_) ? "reweave.check" : "reweave.explore");
    Set(node, "name", test.name);
    Set(node, "time", fmt::format("{:.3f}", test.seconds));
    // GitLab links to it.
    if (!item.failing.empty())
      for (const FindingSite& site : item.failing[0]->finding->sites)
        if (!site.position.file.empty() && !site.position.file.starts_with('/')) {
          Set(node, "file", site.position.file);
          Set(node, "line", std::to_string(site.position.line));
          break;
        }
    if (!item.failing.empty()) AddFailure(node.append_child("failure"), item);
    else if (item.skipped()) Set(node.append_child("skipped"), "message", SkipText(item));
    if (const std::string text = Aside(item); !text.empty()) AddText(node.append_child("system-out"), text);
  }

  void AddText(pugi::xml_node node, const std::string& text) {
    node.append_child(pugi::node_pcdata).set_value(XmlText(Cut(text)).c_str());
  }

  // One element for all findings: readers show only the first.
  void AddFailure(pugi::xml_node node, const TestCase& item) {
    const Finding& first = *item.failing[0]->finding;
    std::string message = StateMessage(*item.failing[0]);
    if (item.failing.size() > 1) message += fmt::format(" (and {} more)", item.failing.size() - 1);
    Set(node, "message", message);
    Set(node, "type", std::string(Name(first.kind)));
    std::string text;
    for (const FindingView* view : item.failing)
      text += fmt::format("{} {}\n", Text(view->state), KindTitle(*view->finding)) +
              RenderFinding(*view->finding, {.colour = false, .width = kWidth}) + "\n";
    AddText(node, text);
  }

  static std::string SkipText(const TestCase& item) {
    std::string out = item.gap.empty() ? Text(item.test->state) : "not looked at: " + item.gap;
    for (const std::string& reason : item.test->reasons) out += "; " + reason;
    return item.test->note.empty() || !item.gap.empty() ? out : out + "; " + item.test->note;
  }

  static std::string Aside(const TestCase& item) {
    const CheckedTest& test = *item.test;
    if (test.state != TestState::kExplored) return {};
    std::string out = fmt::format("{} schedules{}\n", test.schedules, test.exhausted ? ", nothing left to explore" : "");
    for (const std::string& reason : test.reasons) out += "chosen: " + reason + "\n";
    if (!test.note.empty()) out += test.note + "\n";
    for (const FindingView* view : item.other) out += fmt::format("{} ({})\n", StateMessage(*view), view->finding->id);
    return out;
  }

  const CheckResult& result_;
  const JunitOptions& options_;
  const std::vector<FindingView> views_;
  std::size_t written_ = 0;
};

}  // namespace

std::string XmlText(std::string_view text) {
  std::string out;
  const std::string clean = EscapeBlock(text);
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const std::string_view rest = std::string_view(clean).substr(i);
    if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
      out += fmt::format("\\xef\\xbf\\x{:02x}", static_cast<unsigned char>(clean[i + 2]));
      i += 2;
    } else {
      out += clean[i];
    }
  }
  return out;
}

std::string CheckJunit(const CheckResult& result, const JunitOptions& options) { return Junit(result, options).Run(); }

}  // namespace reweave::inline report
