#include "layout.h"

#include <cctype>

std::string SimpleLayout::format(const Event& event) const {
  std::string out = NameOf(event.level);
  out += " - ";
  out += event.message;
  out += '\n';
  return out;
}

PatternLayout::PatternLayout(std::string_view pattern) {
  std::string text;
  const auto flush = [&] {
    if (text.empty()) return;
    parts_.push_back({.text = text});
    text.clear();
  };
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%' || i + 1 == pattern.size()) {
      text += pattern[i];
      continue;
    }
    ++i;
    if (pattern[i] == '%' || pattern[i] == 'n') {
      text += pattern[i] == 'n' ? '\n' : '%';
      continue;
    }
    Part part;
    if (pattern[i] == '-') part.left = true, ++i;
    while (i < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[i])))
      part.minimum = part.minimum * 10 + (pattern[i++] - '0');
    if (i < pattern.size() && pattern[i] == '.') {
      part.maximum = 0;
      for (++i; i < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[i])); ++i)
        part.maximum = part.maximum * 10 + (pattern[i] - '0');
    }
    if (i >= pattern.size()) break;
    part.kind = pattern[i];
    flush();
    parts_.push_back(part);
  }
  flush();
}

std::string PatternLayout::Fit(const std::string& text, const Part& part) {
  std::string out = text;
  if (static_cast<int>(out.size()) > part.maximum) out.erase(0, out.size() - static_cast<std::size_t>(part.maximum));
  while (static_cast<int>(out.size()) < part.minimum) {
    if (part.left) out += ' ';
    else out.insert(0, 1, ' ');
  }
  return out;
}

std::string PatternLayout::format(const Event& event) const {
  std::string out;
  for (const Part& part : parts_) {
    switch (part.kind) {
      case 0: out += part.text; break;
      case 'p': out += Fit(NameOf(event.level), part); break;
      case 'c': out += Fit(event.logger, part); break;
      case 'm': out += Fit(event.message, part); break;
      case 'x': out += Fit(event.context, part); break;
      case 't': out += Fit(std::to_string(event.thread), part); break;
      case 'r': out += Fit(std::to_string(event.number), part); break;
      default: out += part.kind; break;
    }
  }
  return out;
}

std::string XmlLayout::Escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

std::string XmlLayout::format(const Event& event) const {
  std::string out = "<event logger=\"" + Escape(event.logger) + "\" level=\"";
  out += NameOf(event.level);
  out += "\">" + Escape(event.message) + "</event>\n";
  return out;
}

std::unique_ptr<Layout> MakeLayout(std::string_view description) {
  if (description == "simple") return std::make_unique<SimpleLayout>();
  if (description == "xml") return std::make_unique<XmlLayout>();
  return std::make_unique<PatternLayout>(description);
}
