#include "layout.h"

std::string PatternLayout::format(const LoggingEvent& event) const {
  std::string out;
  for (std::size_t i = 0; i < pattern_.size(); i++) {
    if (pattern_[i] != '%' || i + 1 == pattern_.size()) {
      out += pattern_[i];
      continue;
    }
    switch (pattern_[++i]) {
      case 'c': out += event.category; break;
      case 'p': out += nameOf(event.level); break;
      case 'm': out += event.message; break;
      case 'n': out += '\n'; break;
      case '%': out += '%'; break;
      default: out += pattern_[i];
    }
  }
  return out;
}
