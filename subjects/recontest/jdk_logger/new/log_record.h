// What is logged, and what decides about it.
#pragma once
#include <memory>
#include <string>

enum class Level { kAll = 0, kFine = 500, kInfo = 800, kWarning = 900, kSevere = 1000, kOff = 2000 };

const char* nameOf(Level level);

struct LogRecord {
  Level level = Level::kInfo;
  std::string message;
  std::string logger;
  long sequence = 0;
};

class Filter {
 public:
  virtual ~Filter() = default;
  virtual bool isLoggable(const LogRecord& record) const = 0;
};

// Lets records through whose message begins with a prefix.
class PrefixFilter : public Filter {
 public:
  explicit PrefixFilter(std::string prefix) : prefix_(std::move(prefix)) {}
  bool isLoggable(const LogRecord& record) const override { return record.message.rfind(prefix_, 0) == 0; }

 private:
  const std::string prefix_;
};

class Formatter {
 public:
  virtual ~Formatter() = default;
  virtual std::string format(const LogRecord& record) const = 0;
};

class SimpleFormatter : public Formatter {
 public:
  std::string format(const LogRecord& record) const override;
};
