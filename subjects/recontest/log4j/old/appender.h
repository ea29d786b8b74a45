// Where events go. An appender locks for itself; it may belong to several categories.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "layout.h"

class Filter {
 public:
  enum class Decision { kDeny, kNeutral, kAccept };
  virtual ~Filter() = default;
  virtual Decision decide(const LoggingEvent& event) const = 0;
};

class LevelRangeFilter : public Filter {
 public:
  LevelRangeFilter(Level lowest, Level highest) : lowest_(lowest), highest_(highest) {}
  Decision decide(const LoggingEvent& event) const override {
    return event.level < lowest_ || event.level > highest_ ? Decision::kDeny : Decision::kNeutral;
  }

 private:
  const Level lowest_, highest_;
};

class AppenderSkeleton {
 public:
  AppenderSkeleton(std::string name, std::unique_ptr<Layout> layout) : name_(std::move(name)), layout_(std::move(layout)) {}
  virtual ~AppenderSkeleton() = default;

  const std::string& name() const { return name_; }
  void setThreshold(Level level);
  void addFilter(std::unique_ptr<Filter> filter);
  void doAppend(const LoggingEvent& event);
  void close();
  int timesClosed() const;

 protected:
  virtual void append(const std::string& text) = 0;  // the appender's lock is held

 private:
  bool isAsSevereAsThreshold(Level level) const { return level >= threshold_; }
  bool isAccepted(const LoggingEvent& event) const;

  const std::string name_;
  const std::unique_ptr<Layout> layout_;
  mutable std::mutex lock_;
  Level threshold_ = Level::kDebug;
  std::vector<std::unique_ptr<Filter>> filters_;
  int closed_ = 0;
  int refused_ = 0;
};

// Keeps what it is given, for tests.
class ListAppender : public AppenderSkeleton {
 public:
  using AppenderSkeleton::AppenderSkeleton;
  std::vector<std::string> lines() const;

 protected:
  void append(const std::string& text) override;

 private:
  mutable std::mutex linesLock_;
  std::vector<std::string> lines_;
};
