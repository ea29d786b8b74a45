#include "robots.h"

#include <cstdlib>

namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

template <class Visit>
void EachLine(std::string_view text, char separator, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t split = line.find(separator);
    if (line.empty() || line[0] == '#' || split == std::string_view::npos) continue;
    visit(Trim(line.substr(0, split)), Trim(line.substr(split + 1)));
  }
}

}  // namespace

Robots::Robots(std::string_view text) {
  bool ours = false;
  EachLine(text, ':', [&](std::string_view key, std::string_view value) {
    if (key == "User-agent") ours = value == "*" || value == "mirror";
    else if (ours && !value.empty() && (key == "Disallow" || key == "Allow"))
      rules_.push_back({std::string(value), key == "Allow"});
  });
}

// The longest rule decides.
bool Robots::allows(std::string_view path) const {
  std::size_t best = 0;
  bool allow = true;
  for (const Rule& rule : rules_)
    if (rule.prefix.size() >= best && path.starts_with(rule.prefix)) best = rule.prefix.size(), allow = rule.allow;
  return allow;
}

int MirrorConfig::parse(std::string_view text) {
  int understood = 0;
  EachLine(text, '=', [&](std::string_view key, std::string_view value) {
    ++understood;
    if (key == "depth") max_depth = std::atoi(std::string(value).c_str());
    else if (key == "images") images = value != "no";
    else if (key == "other_hosts") other_hosts = value == "yes";
    else if (key == "must_contain") must_contain = value;
    else --understood;
  });
  return understood;
}

bool MirrorConfig::wants(const Url& from, const Url& to) const {
  if (to.scheme != "http" || to.Depth() > max_depth) return false;
  if (!other_hosts && !from.SameHost(to)) return false;
  return must_contain.empty() || to.Text().find(must_contain) != std::string::npos;
}
