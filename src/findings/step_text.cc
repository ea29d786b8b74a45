#include "findings/step_text.h"

#include <algorithm>
#include <string_view>

namespace reweave::inline findings {

namespace {

constexpr std::size_t kLeastName = 6;  // characters of a name that are always shown

std::string WithoutTemplateArguments(const std::string& name) {
  std::string out;
  int depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0) out += c;
    if (c == '>' && depth > 0) --depth;
  }
  return out;
}

bool IsNumber(std::string_view word) { return !word.empty() && word.find_first_not_of("0123456789abcdefx") == word.npos; }

// Where the last word before `end` begins. A template's arguments may contain spaces.
std::size_t BeginOfWord(const std::string& what, std::size_t end) {
  int depth = 0;
  while (end > 0 && (depth > 0 || what[end - 1] != ' ')) {
    depth += what[end - 1] == '>' ? 1 : what[end - 1] == '<' ? -1 : 0;
    --end;
  }
  return end;
}

// " = 0x202001063b60", " 0x1f0 -> 0x2e0", " (24 bytes)": nothing that people compare.
bool SaysLittle(const std::string& effect) { return effect.starts_with(" (") || effect.find("0x") != std::string::npos; }

}  // namespace

StepText::StepText(const std::string& what) {
  static constexpr std::string_view kEffects[] = {" = ",     " -> ",    " wakes ", " nobody waits", " timed out", " spurious",
                                                  " error ", " moved ", " ("};
  std::size_t end = what.size();
  for (const std::string_view text : kEffects) end = std::min(end, what.find(text));
  // "count_ 3 -> 4": both values are the effect.
  if (what.compare(end, 4, " -> ") == 0) {
    const std::size_t before = BeginOfWord(what, end);
    if (before > 0 && IsNumber(std::string_view(what).substr(before, end - before))) end = before - 1;
  }
  effect = what.substr(end);
  // The name is the last word before the effect; operations such as "wait returns" have several words.
  const std::size_t begin = BeginOfWord(what, end);
  verb = what.substr(0, begin);
  name = what.substr(begin, end - begin);
}

std::string FitStep(const std::string& what, std::size_t width) {
  if (what.size() <= width) return what;
  StepText text(what);
  if (SaysLittle(text.effect)) text.effect.clear();
  if (text.size() > width) text.name = WithoutTemplateArguments(text.name);
  while (text.size() > width) {
    const std::size_t scope = text.name.find("::");
    if (scope == std::string::npos) break;
    text.name.erase(0, scope + 2);
  }
  if (text.size() <= width || text.name.size() <= kLeastName + 2) return text.Text();
  const std::size_t rest = text.verb.size() + text.effect.size() + 2;
  text.name = text.name.substr(0, rest < width ? std::max(kLeastName, width - rest) : kLeastName) + "..";
  return text.Text();
}

std::vector<std::string> Operations(const std::string& what) {
  std::vector<std::string> out;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < what.size(); ++i) {
    depth += what[i] == '<' || what[i] == '(' ? 1 : what[i] == '>' || what[i] == ')' ? -1 : 0;
    // "-> thread 0.1" closes nothing.
    if (what[i] == '>' && i > 0 && what[i - 1] == '-') ++depth;
    if (what[i] != ',' || depth > 0 || i + 1 >= what.size() || what[i + 1] != ' ') continue;
    out.push_back(what.substr(begin, i - begin));
    begin = i + 2;
  }
  out.push_back(what.substr(begin));
  return out;
}

}  // namespace reweave::inline findings
