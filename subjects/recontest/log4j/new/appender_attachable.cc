#include "appender_attachable.h"

#include <algorithm>

void AppenderAttachable::addAppender(std::shared_ptr<AppenderSkeleton> appender) {
  if (!appender) return;
  if (!list_) list_ = std::make_unique<List>();
  if (std::find(list_->begin(), list_->end(), appender) == list_->end()) list_->push_back(std::move(appender));
}

int AppenderAttachable::appendLoopOnAppenders(const LoggingEvent& event) {
  if (!list_) return 0;
  for (const auto& appender : *list_) appender->doAppend(event);
  return static_cast<int>(list_->size());
}

std::shared_ptr<AppenderSkeleton> AppenderAttachable::getAppender(const std::string& name) {
  if (!list_) return nullptr;
  for (const auto& appender : *list_)
    if (appender->name() == name) return appender;
  return nullptr;
}

bool AppenderAttachable::isAttached(const AppenderSkeleton* appender) {
  if (!list_) return false;
  return std::any_of(list_->begin(), list_->end(), [appender](const auto& known) { return known.get() == appender; });
}

void AppenderAttachable::removeAppender(const std::string& name) {
  if (!list_) return;
  list_->erase(std::remove_if(list_->begin(), list_->end(), [&name](const auto& known) { return known->name() == name; }), list_->end());
  if (list_->empty()) list_.reset();
}

void AppenderAttachable::removeAllAppenders() {
  if (!list_) return;
  for (const auto& appender : *list_) appender->close();
  list_.reset();
}
