#include <algorithm>
#include <cstdlib>

#include "hash_table.h"

namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string Properties::Unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return out;
}

std::string Properties::Escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (c == '=' || c == ':' || c == '#' || c == '\\') (out += '\\') += c;
    else out += c;
  }
  return out;
}

std::string Properties::getProperty(std::string_view key) const {
  std::string value;
  if (get(key, &value)) return value;
  return defaults_ == nullptr ? std::string() : defaults_->getProperty(key);
}

std::string Properties::getProperty(std::string_view key, std::string_view fallback) const {
  const std::string value = getProperty(key);
  return value.empty() ? std::string(fallback) : value;
}

long Properties::getNumber(std::string_view key, long fallback) const {
  const std::string value = getProperty(key);
  char* end = nullptr;
  const long number = std::strtol(value.c_str(), &end, 10);
  return value.empty() || *end != '\0' ? fallback : number;
}

bool Properties::getFlag(std::string_view key) const {
  const std::string value = getProperty(key);
  return value == "true" || value == "yes" || value == "on" || value == "1";
}

bool Properties::setProperty(std::string_view key, std::string_view value) { return put(key, value); }

std::vector<std::string> Properties::propertyNames() const {
  std::vector<std::string> out = keys();
  if (defaults_ != nullptr)
    for (std::string& name : defaults_->propertyNames())
      if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  return out;
}

int Properties::load(std::string_view text) {
  int entries = 0, lines = 0;
  {
    std::lock_guard<std::mutex> guard(mu_);
    std::string joined;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = Trim(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      ++lines;
      if (joined.empty() && (line.empty() || line[0] == '#' || line[0] == '!')) continue;
      if (!line.empty() && line.back() == '\\') {
        joined += line.substr(0, line.size() - 1);
        continue;
      }
      joined += line;
      const std::size_t split = std::min(joined.find_first_of("=:"), joined.size());
      const std::string_view name = Trim(std::string_view(joined).substr(0, split));
      const std::string_view value =
          split == joined.size() ? std::string_view() : Trim(std::string_view(joined).substr(split + 1));
      Store(Unescape(name), Unescape(value));
      joined.clear();
      ++entries;
    }
  }
  lines_loaded_ += lines;
  return entries;
}

std::string Properties::store() const {
  std::string out;
  for (const auto& [name, value] : sorted()) out += Escape(name) + "=" + Escape(value) + "\n";
  return out;
}

int Properties::linesLoaded() const {
  std::lock_guard<std::mutex> guard(mu_);
  return lines_loaded_;
}
