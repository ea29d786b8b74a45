// Where records go.
#pragma once
#include <memory>
#include <mutex>
#include <vector>

#include "log_record.h"

class Handler {
 public:
  virtual ~Handler() = default;
  void setLevel(Level level);
  void setFormatter(std::unique_ptr<Formatter> formatter);
  void publish(const LogRecord& record);
  int published() const;

 protected:
  virtual void write(const std::string& text) = 0;
  mutable std::mutex lock_;

 private:
  Level level_ = Level::kAll;
  std::unique_ptr<Formatter> formatter_ = std::make_unique<SimpleFormatter>();
  int published_ = 0;
};

// Keeps the last lines.
class MemoryHandler : public Handler {
 public:
  explicit MemoryHandler(size_t size) : size_(size) {}
  std::vector<std::string> lines() const;

 private:
  void write(const std::string& text) override;
  const size_t size_;
  std::vector<std::string> lines_;
};
