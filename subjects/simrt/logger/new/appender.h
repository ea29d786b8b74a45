// Where events go. Each appender has a lock of its own, a threshold, filters and a layout.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "filter.h"
#include "layout.h"

class Appender {
 public:
  Appender(std::string_view name, std::string_view layout) : name_(name), layout_(MakeLayout(layout)) {}
  virtual ~Appender() = default;

  void append(const Event& event);
  const std::string& name() const { return name_; }
  void setThreshold(Level level);
  Level threshold() const;
  bool isAsSevereAsThreshold(Level level) const;
  void addFilter(std::string_view description);
  void clearFilters();
  int filters() const;
  void setLayout(std::string_view description);
  virtual void close();
  bool closed() const;
  long accepted() const;
  long refused() const;

 protected:
  virtual void Write(const std::string& line) = 0;  // with the lock held
  virtual void Closing() {}
  mutable std::mutex mu_;

 private:
  bool Passes(const Event& event) const;

  const std::string name_;
  std::unique_ptr<Layout> layout_;
  std::vector<std::unique_ptr<Filter>> filters_;
  Level threshold_ = Level::kAll;
  bool closed_ = false;
  long accepted_ = 0, refused_ = 0;
};

// Keeps the last lines.
class MemoryAppender : public Appender {
 public:
  MemoryAppender(std::string_view name, std::string_view layout, std::size_t capacity);
  std::vector<std::string> lines() const;
  std::size_t size() const;
  long dropped() const;
  void clear();

 protected:
  void Write(const std::string& line) override;

 private:
  std::vector<std::string> ring_;
  const std::size_t capacity_;
  std::size_t next_ = 0, used_ = 0;
  long dropped_ = 0;
};

// Counts bytes, and begins anew when a part is full; what a file on disk would do.
class RollingAppender : public Appender {
 public:
  RollingAppender(std::string_view name, std::string_view layout, std::size_t limit, int backups);
  void rollOver();
  int rolls() const;
  std::size_t currentSize() const;
  std::size_t totalSize() const;
  void setLimit(std::size_t limit);

 protected:
  void Write(const std::string& line) override;
  void Closing() override;

 private:
  void Roll();
  std::vector<std::string> parts_;  // the newest first
  std::size_t limit_;
  const int backups_;
  int rolls_ = 0;
};

class NullAppender : public Appender {
 public:
  explicit NullAppender(std::string_view name) : Appender(name, "simple") {}

 protected:
  void Write(const std::string&) override {}
};
