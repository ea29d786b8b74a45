#include "log_record.h"

const char* nameOf(Level level) {
  switch (level) {
    case Level::kAll: return "ALL";
    case Level::kFine: return "FINE";
    case Level::kInfo: return "INFO";
    case Level::kWarning: return "WARNING";
    case Level::kSevere: return "SEVERE";
    case Level::kOff: return "OFF";
  }
  return "?";
}

std::string SimpleFormatter::format(const LogRecord& record) const {
  return std::to_string(record.sequence) + " " + record.logger + " " + nameOf(record.level) + ": " + record.message + "\n";
}
