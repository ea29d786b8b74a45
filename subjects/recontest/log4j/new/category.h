// Categories by name, each below the one whose name is its own up to the last dot; all of them below the root.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "appender_attachable.h"

class Category {
 public:
  Category(std::string name, Category* parent) : name_(std::move(name)), parent_(parent) {}

  void setLevel(Level level);
  Level effectiveLevel() const;
  void setAdditivity(bool additive);
  void log(Level level, const std::string& message);
  void addAppender(std::shared_ptr<AppenderSkeleton> appender);
  bool isAttached(const AppenderSkeleton* appender);
  AppenderAttachable& appenders() { return appenders_; }

 private:
  int callAppenders(const LoggingEvent& event);

  const std::string name_;
  Category* const parent_;
  mutable std::mutex lock_;
  std::optional<Level> level_;
  bool additive_ = true;
  AppenderAttachable appenders_;
};

class Hierarchy {
 public:
  Hierarchy() : root_("root", nullptr) { root_.setLevel(Level::kInfo); }

  Category& root() { return root_; }
  Category& get(const std::string& name);
  void shutdown();

 private:
  Category root_;
  std::mutex lock_;
  std::map<std::string, std::unique_ptr<Category>> categories_;
};
