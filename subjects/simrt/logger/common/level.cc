#include "level.h"

#include <cctype>

namespace {

struct Named {
  Level level;
  const char* name;
};
constexpr Named kLevels[] = {{Level::kAll, "ALL"},   {Level::kTrace, "TRACE"}, {Level::kDebug, "DEBUG"}, {Level::kInfo, "INFO"},
                             {Level::kWarn, "WARN"}, {Level::kError, "ERROR"}, {Level::kFatal, "FATAL"}, {Level::kOff, "OFF"}};

bool SameText(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::toupper(static_cast<unsigned char>(a[i])) != b[i]) return false;
  return true;
}

}  // namespace

const char* NameOf(Level level) {
  for (const Named& known : kLevels)
    if (known.level == level) return known.name;
  return "?";
}

Level ParseLevel(std::string_view name, Level fallback) {
  for (const Named& known : kLevels)
    if (SameText(name, known.name)) return known.level;
  return fallback;
}
