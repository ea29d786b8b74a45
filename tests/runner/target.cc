#include "runner/target.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace reweave::tests {

namespace {

int Number(const std::string& value, Target& target) {
  int number = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) target.errors.push_back("not a number: " + value);
  return number;
}

bool YesNo(const std::string& value, Target& target) {
  std::string word = value.substr(0, value.find(' '));  // a reason may follow
  if (word != "yes" && word != "no") target.errors.push_back("neither yes nor no: " + value);
  return word == "yes";
}

std::vector<std::string> SplitBar(const std::string& value) {
  std::vector<std::string> parts;
  std::istringstream in(value);
  for (std::string part; std::getline(in, part, '|');) parts.push_back(part);
  return parts;
}

void AddLibrary(const std::string& value, Target& target) {
  std::vector<std::string> words = SplitWords(value);
  if (words.size() != 3 || (words[0] != "plain" && words[0] != "instrumented") ||
      (words[1] != "linked" && words[1] != "opened" && words[1] != "object")) {
    target.errors.push_back("library: wants plain|instrumented linked|opened|object FILE, got: " + value);
    return;
  }
  target.libraries.push_back({words[0] == "instrumented", words[1] == "opened", words[1] == "object", words[2]});
}

using Setter = std::function<void(const std::string&, Target&)>;

const std::map<std::string, Setter, std::less<>>& Setters() {
  static const std::map<std::string, Setter, std::less<>> setters = {
      {"shows", [](const std::string&, Target&) {}},
      {"args", [](const std::string& v, Target& t) { t.variants.push_back(SplitWords(v)); }},
      {"stdin", [](const std::string& v, Target& t) { t.stdin_file = v; }},
      {"needs",
       [](const std::string& v, Target& t) {
         t.needs = v;
         if (v != "fork" && v != "exec") t.errors.push_back("needs: wants fork or exec, got: " + v);
       }},
      {"native",
       [](const std::string& v, Target& t) {
         t.native = YesNo(v, t);
         t.native_reason = v;
       }},
      {"races", [](const std::string& v, Target& t) { t.races = YesNo(v, t); }},
      {"always", [](const std::string& v, Target& t) { t.always = YesNo(v, t); }},
      {"exhaustive", [](const std::string& v, Target& t) { t.exhaustive = YesNo(v, t); }},
      {"kind", [](const std::string& v, Target& t) { t.kinds = SplitBar(v); }},
      {"subkind", [](const std::string& v, Target& t) { t.subkind = v; }},
      {"message", [](const std::string& v, Target& t) { t.message = v; }},
      {"forbid-output", [](const std::string& v, Target& t) { t.forbid_output = v; }},
      {"expect-exit", [](const std::string& v, Target& t) { t.expect_exit = v; }},
      {"expect-build", [](const std::string& v, Target& t) { t.expect_build = v; }},
      {"build", [](const std::string& v, Target& t) { t.build = v; }},
      {"compile", [](const std::string& v, Target& t) { t.compile = SplitWords(v); }},
      {"link", [](const std::string& v, Target& t) { t.link = SplitWords(v); }},
      {"flags", [](const std::string& v, Target& t) { t.flags = SplitWords(v); }},
      {"explore-flags", [](const std::string& v, Target& t) { t.explore_flags = SplitWords(v); }},
      {"strategies", [](const std::string& v, Target& t) { t.strategies = SplitWords(v); }},
      {"library", AddLibrary},
      {"traces",
       [](const std::string& v, Target& t) {
         for (const std::string& word : SplitWords(v)) t.traces.push_back(Number(word, t));
       }},
      {"schedules", [](const std::string& v, Target& t) { t.schedules = Number(v, t); }},
      {"replays", [](const std::string& v, Target& t) { t.replays = Number(v, t); }},
      {"max-output", [](const std::string& v, Target& t) { t.max_output = Number(v, t); }},
  };
  return setters;
}

// "key: value" with a key of small letters and dashes; a line of prose continues the directive before it.
bool SplitDirective(std::string_view line, std::string& key, std::string& value) {
  size_t colon = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-");
  if (colon == 0 || colon == std::string_view::npos || line.substr(colon, 2) != ": ") return false;
  key = line.substr(0, colon);
  value = line.substr(colon + 2);
  return true;
}

void CheckWhole(Target& target) {
  if (target.variants.empty()) target.variants.emplace_back();
  if (target.category == Category::kFail && target.kinds.empty()) target.errors.push_back("a failing target names its kind");
  if (target.category == Category::kUnsupported && target.expect_exit.empty() && target.expect_build.empty())
    target.errors.push_back("an unsupported target names expect-exit or expect-build");
}

}  // namespace

std::vector<std::string> SplitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false, any = false;
  for (char c : text) {
    if (c == '"') {
      quoted = !quoted;
      any = true;
    } else if (c == ' ' && !quoted) {
      if (any) words.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
      any = true;
    }
  }
  if (any) words.push_back(word);
  return words;
}

void ParseDirectives(std::string_view text, Target& target) {
  bool first = true;
  while (text.starts_with("// ")) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string key, value;
    if (SplitDirective(text.substr(3, end - 3), key, value)) {
      auto setter = Setters().find(key);
      if (setter == Setters().end()) target.errors.push_back("unknown directive: " + key);
      else setter->second(value, target);
      if (first && key != "shows") target.errors.push_back("the first line must be // shows: ...");
    } else if (first) {
      target.errors.push_back("the first line must be // shows: ...");
    }
    first = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (first) target.errors.push_back("the first line must be // shows: ...");
  CheckWhole(target);
}

std::vector<Target> ScanFolder(const std::filesystem::path& folder, Category category) {
  std::vector<Target> targets;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".c" && entry.path().extension() != ".cc") continue;
    Target target;
    target.source = entry.path();
    target.category = category;
    target.name = std::string(CategoryName(category)) + "/" + entry.path().stem().string();
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    ParseDirectives(text.str(), target);
    targets.push_back(std::move(target));
  }
  std::ranges::sort(targets, {}, &Target::name);
  return targets;
}

const char* CategoryName(Category category) {
  switch (category) {
    case Category::kSuccess: return "success";
    case Category::kFail: return "fail";
    case Category::kUnsupported: return "unsupported";
    case Category::kLibraries: return "libraries";
  }
  return "?";
}

}  // namespace reweave::tests
