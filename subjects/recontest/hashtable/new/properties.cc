#include "properties.h"

#include <algorithm>
#include <sstream>

int Properties::number(const std::string& key, int missing) const {
  if (const auto own = table_.get(key)) return *own;
  if (defaults_ == nullptr) return missing;
  return defaults_->get(key).value_or(missing);
}

int Properties::load(const std::string& text) {
  int taken = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find('=');
    if (line.empty() || line[0] == '#' || equals == std::string::npos) continue;
    table_.put(line.substr(0, equals), std::stoi(line.substr(equals + 1)));
    ++taken;
  }
  return taken;
}

std::string Properties::store() const {
  std::vector<Hashtable::Pair> all = table_.entries();
  std::sort(all.begin(), all.end());
  std::string out;
  for (const auto& [key, value] : all) out += key + "=" + std::to_string(value) + "\n";
  return out;
}
