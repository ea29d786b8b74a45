// How severe an event is.
#pragma once
#include <string>

enum class Level { kDebug, kInfo, kWarn, kError, kOff };

inline const char* nameOf(Level level) {
  switch (level) {
    case Level::kDebug: return "DEBUG";
    case Level::kInfo: return "INFO";
    case Level::kWarn: return "WARN";
    case Level::kError: return "ERROR";
    default: return "OFF";
  }
}

struct LoggingEvent {
  std::string category;
  Level level = Level::kInfo;
  std::string message;
};
