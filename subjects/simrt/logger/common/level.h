// Levels of severity, and events that carry one.
#pragma once

#include <string>
#include <string_view>

enum class Level : int { kAll = 0, kTrace = 10, kDebug = 20, kInfo = 30, kWarn = 40, kError = 50, kFatal = 60, kOff = 100 };

const char* NameOf(Level level);
Level ParseLevel(std::string_view name, Level fallback);

struct Event {
  std::string logger;
  Level level = Level::kInfo;
  std::string message;
  std::string context;  // of the thread that logged it
  long number = 0;      // counted by the hierarchy
  int thread = 0;
};
