// The appenders of a category. The list is made when the first one comes, and dropped with the last.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "appender.h"

class AppenderAttachable {
 public:
  void addAppender(std::shared_ptr<AppenderSkeleton> appender);
  int appendLoopOnAppenders(const LoggingEvent& event);  // how many there are
  std::shared_ptr<AppenderSkeleton> getAppender(const std::string& name);
  bool isAttached(const AppenderSkeleton* appender);
  void removeAppender(const std::string& name);
  void removeAllAppenders();  // closes them

 private:
  using List = std::vector<std::shared_ptr<AppenderSkeleton>>;
  std::mutex lock_;
  std::unique_ptr<List> list_;
};
