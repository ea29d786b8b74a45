#include "category.h"

void Category::setLevel(Level level) {
  std::lock_guard<std::mutex> guard(lock_);
  level_ = level;
}

Level Category::effectiveLevel() const {
  {
    std::lock_guard<std::mutex> guard(lock_);
    if (level_) return *level_;
  }
  return parent_ ? parent_->effectiveLevel() : Level::kDebug;
}

void Category::setAdditivity(bool additive) {
  std::lock_guard<std::mutex> guard(lock_);
  additive_ = additive;
}

void Category::log(Level level, const std::string& message) {
  if (level < effectiveLevel()) return;
  callAppenders({name_, level, message});
}

int Category::callAppenders(const LoggingEvent& event) {
  int called = 0;
  for (Category* at = this; at != nullptr; at = at->parent_) {
    std::lock_guard<std::mutex> guard(at->lock_);
    called += at->appenders_.appendLoopOnAppenders(event);
    if (!at->additive_) break;
  }
  return called;
}

void Category::addAppender(std::shared_ptr<AppenderSkeleton> appender) {
  std::lock_guard<std::mutex> guard(lock_);
  appenders_.addAppender(std::move(appender));
}

bool Category::isAttached(const AppenderSkeleton* appender) {
  std::lock_guard<std::mutex> guard(lock_);
  return appenders_.isAttached(appender);
}

Category& Hierarchy::get(const std::string& name) {
  std::lock_guard<std::mutex> guard(lock_);
  std::unique_ptr<Category>& entry = categories_[name];
  if (!entry) {
    Category* parent = &root_;
    for (std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0; dot = name.rfind('.', dot - 1))
      if (const auto above = categories_.find(name.substr(0, dot)); above != categories_.end() && above->second) {
        parent = above->second.get();
        break;
      }
    entry = std::make_unique<Category>(name, parent);
  }
  return *entry;
}

void Hierarchy::shutdown() {
  std::lock_guard<std::mutex> guard(lock_);
  root_.appenders().removeAllAppenders();
  for (const auto& [name, category] : categories_) category->appenders().removeAllAppenders();
}
