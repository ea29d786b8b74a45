#include "findings/failure_line.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/pattern.h"

namespace reweave::inline findings {

namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // of the output; a failure further on is not looked for
constexpr std::size_t kMostText = 200;
constexpr int kMostLines = 6;
constexpr std::string_view kSays = "; the test says: ";

// A place in a source file, and a word that says that it failed.
const Pattern& FailurePattern() {
  static const Pattern pattern = *Pattern::Parse(
      R"(\.(c|cc|cpp|cxx|c\+\+|C|h|hh|hpp)(:\d+(:\d+)?:?|\(\d+\):?)\s*(Failure\b|FAILED:|(FATAL )?ERROR:|(fatal )?error(:| in)|F:|Check .*failed|Assertion .*failed))");
  return pattern;
}

const Pattern& ComplaintPattern() {
  static const Pattern pattern = *Pattern::Parse(
      R"((?i)fail|error|assert|expected|mismatch|wrong|violat|corrupt|invalid|inconsisten|\blost\b|\bmissing\b|\btwice\b)");
  return pattern;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

std::string_view TakeLine(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return line;
}

// The name of the file without its directories, which are those of a copy of the sources; without a decoration before it.
std::string_view FromFileName(std::string_view line) {
  const std::size_t dot = line.find('.');
  const std::size_t slash = line.substr(0, line.find_first_of(":(", dot == std::string_view::npos ? 0 : dot)).find_last_of("/ ");
  return slash == std::string_view::npos ? line : line.substr(slash + 1);
}

// The end of what belongs to a failure: an empty line, or a line of the framework's own ("[  FAILED  ]", "=====").
bool IsEnd(std::string_view line) {
  return line.empty() || line.front() == '[' || line.starts_with("===") || line.starts_with("---");
}

}  // namespace

std::optional<FailurePlace> PlaceOfFailure(std::string_view output) {
  for (std::string_view rest = output.substr(0, kMostBytes); !rest.empty();) {
    std::string_view line = Trimmed(TakeLine(rest));
    if (!FailurePattern().Matches(line)) continue;
    if (const std::size_t space = line.substr(0, line.find_first_of(":(")).find_last_of(' '); space != std::string_view::npos)
      line.remove_prefix(space + 1);
    const std::size_t end = line.find_first_of(":(");
    std::uint32_t number = 0;
    const auto digits = line.substr(std::min(line.size(), end + 1));
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number != 0) return FailurePlace{std::string(line.substr(0, end)), number};
  }
  return std::nullopt;
}

std::string FailureLine(std::string_view output) {
  for (std::string_view rest = output.substr(0, kMostBytes); !rest.empty();) {
    const std::string_view line = TakeLine(rest);
    if (!FailurePattern().Matches(line)) continue;
    std::string out(FromFileName(Trimmed(line)));
    if (out.ends_with("Failure")) out += ':';
    for (int i = 0; i < kMostLines && !rest.empty() && out.size() < kMostText; ++i) {
      const std::string_view more = Trimmed(TakeLine(rest));
      if (IsEnd(more)) break;
      out += ' ';
      out += more;
    }
    if (out.size() > kMostText) out = out.substr(0, kMostText) + "...";
    return out;
  }
  return {};
}

std::string FailureWords(std::string_view output, std::string_view errors) {
  std::string words = FailureLine(output);
  if (words.empty()) words = FailureLine(errors);
  if (!words.empty()) {
    std::size_t end = words.size();
    for (const std::string_view values :
         {" Which is:", " Actual:", " with expansion:", " is NOT correct", " [", " failed:", "..."})
      end = std::min(end, words.find(values));
    return words.substr(0, end);
  }
  for (std::string_view rest = errors.substr(0, kMostBytes); !rest.empty();)
    if (const std::string_view line = Trimmed(TakeLine(rest)); ComplaintPattern().Matches(line))
      words = line.substr(0, kMostText);
  return words;
}

std::string WithFailureLine(const std::string& message, std::string_view output) {
  const std::string told = FailureLine(output);
  return told.empty() ? message : message + std::string(kSays) + told;
}

std::string_view WithoutFailureLine(std::string_view message) { return message.substr(0, message.find(kSays)); }

}  // namespace reweave::inline findings
