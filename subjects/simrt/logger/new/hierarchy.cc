#include "hierarchy.h"

#include <algorithm>

#include "context.h"

void AppenderList::add(std::shared_ptr<Appender> appender) {
  std::lock_guard<std::mutex> guard(mu_);
  for (const auto& known : list_)
    if (known->name() == appender->name()) return;
  list_.push_back(std::move(appender));
}

bool AppenderList::remove(std::string_view name) {
  std::lock_guard<std::mutex> guard(mu_);
  for (auto at = list_.begin(); at != list_.end(); ++at) {
    if ((*at)->name() != name) continue;
    list_.erase(at);
    return true;
  }
  return false;
}

std::shared_ptr<Appender> AppenderList::find(std::string_view name) const {
  std::lock_guard<std::mutex> guard(mu_);
  for (const auto& known : list_)
    if (known->name() == name) return known;
  return nullptr;
}

bool AppenderList::isAttached(std::string_view name) const { return find(name) != nullptr; }

// Outside of the lock: an appender may take its time.
int AppenderList::deliver(const Event& event) const {
  std::vector<std::shared_ptr<Appender>> list;
  {
    std::lock_guard<std::mutex> guard(mu_);
    list = list_;
  }
  for (const auto& appender : list) appender->append(event);
  return static_cast<int>(list.size());
}

int AppenderList::removeAll() {
  std::vector<std::shared_ptr<Appender>> list;
  {
    std::lock_guard<std::mutex> guard(mu_);
    list.swap(list_);
  }
  for (const auto& appender : list) appender->close();
  return static_cast<int>(list.size());
}

int AppenderList::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return static_cast<int>(list_.size());
}

std::vector<std::string> AppenderList::names() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<std::string> out;
  for (const auto& appender : list_) out.push_back(appender->name());
  return out;
}

bool Logger::log(Level level, std::string_view message) {
  if (hierarchy_.isDisabled(level) || level < effectiveLevel()) return false;
  {
    std::lock_guard<std::mutex> guard(mu_);
    ++events_;
  }
  Event event{.logger = name_,
              .level = level,
              .message = std::string(message),
              .context = ContextStack::text(),
              .number = hierarchy_.nextNumber(),
              .thread = ContextStack::threadNumber()};
  hierarchy_.Deliver(*this, event);
  return true;
}

bool Logger::isEnabledFor(Level level) const { return !hierarchy_.isDisabled(level) && level >= effectiveLevel(); }

Level Logger::effectiveLevel() const {
  for (const Logger* at = this; at != nullptr; at = at->parent()) {
    const Level own = at->level();
    if (own != Level::kAll) return own;
  }
  return Level::kDebug;
}

Level Logger::level() const {
  std::lock_guard<std::mutex> guard(mu_);
  return level_;
}

void Logger::setLevel(Level level) {
  std::lock_guard<std::mutex> guard(mu_);
  level_ = level;
}

bool Logger::additive() const {
  std::lock_guard<std::mutex> guard(mu_);
  return additive_;
}

void Logger::setAdditive(bool additive) {
  std::lock_guard<std::mutex> guard(mu_);
  additive_ = additive;
}

Logger* Logger::parent() const {
  std::lock_guard<std::mutex> guard(mu_);
  return parent_;
}

long Logger::events() const {
  std::lock_guard<std::mutex> guard(mu_);
  return events_;
}

Hierarchy::Hierarchy() : root_(std::make_unique<Logger>("root", *this)) {}

// With the lock held. The new logger goes between its parent and those below it.
void Hierarchy::Adopt(Logger& logger) {
  Logger* parent = root_.get();
  for (std::string prefix = logger.name(); prefix.find('.') != std::string::npos;) {
    prefix.erase(prefix.rfind('.'));
    if (const auto found = loggers_.find(prefix); found != loggers_.end()) {
      parent = found->second.get();
      break;
    }
  }
  {
    std::lock_guard<std::mutex> guard(logger.mu_);
    logger.parent_ = parent;
  }
  const std::string below = logger.name() + ".";
  for (const auto& [name, other] : loggers_) {
    if (!std::string_view(name).starts_with(below)) continue;
    std::lock_guard<std::mutex> guard(other->mu_);
    if (other->parent_ == parent) other->parent_ = &logger;
  }
}

Logger& Hierarchy::logger(std::string_view name) {
  std::lock_guard<std::mutex> guard(mu_);
  if (const auto found = loggers_.find(name); found != loggers_.end()) return *found->second;
  auto made = std::make_unique<Logger>(name, *this);
  Logger& logger = *made;
  Adopt(logger);
  loggers_.emplace(name, std::move(made));
  return logger;
}

bool Hierarchy::exists(std::string_view name) const {
  std::lock_guard<std::mutex> guard(mu_);
  return loggers_.find(name) != loggers_.end();
}

std::vector<std::string> Hierarchy::names() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<std::string> out;
  for (const auto& entry : loggers_) out.push_back(entry.first);
  return out;
}

int Hierarchy::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return static_cast<int>(loggers_.size()) + 1;  // with the root
}

void Hierarchy::setThreshold(Level level) {
  std::lock_guard<std::mutex> guard(mu_);
  threshold_ = level;
}

Level Hierarchy::threshold() const {
  std::lock_guard<std::mutex> guard(mu_);
  return threshold_;
}

bool Hierarchy::isDisabled(Level level) const {
  std::lock_guard<std::mutex> guard(mu_);
  return level < threshold_;
}

long Hierarchy::nextNumber() {
  std::lock_guard<std::mutex> guard(mu_);
  return ++numbers_;
}

// For show: no lock.
long Hierarchy::delivered() const {
  return delivered_;
}

void Hierarchy::Deliver(Logger& logger, Event& event) {
  int count = 0;
  for (Logger* at = &logger; at != nullptr; at = at->parent()) {
    count += at->appenders().deliver(event);
    if (!at->additive()) break;
  }
  std::lock_guard<std::mutex> guard(mu_);
  delivered_ += count;
}

void Hierarchy::shutdown() {
  std::vector<Logger*> all = {root_.get()};
  {
    std::lock_guard<std::mutex> guard(mu_);
    for (const auto& entry : loggers_) all.push_back(entry.second.get());
  }
  for (Logger* logger : all) logger->appenders().removeAll();
}

void Hierarchy::reset() {
  std::vector<Logger*> all;
  {
    std::lock_guard<std::mutex> guard(mu_);
    threshold_ = Level::kAll;
    for (const auto& entry : loggers_) all.push_back(entry.second.get());
  }
  for (Logger* logger : all) {
    logger->setLevel(Level::kAll);
    logger->setAdditive(true);
  }
}

int Hierarchy::configure(std::string_view text) {
  int understood = 0;
  const auto trim = [](std::string_view part) {
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    return part;
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t split = line.find('=');
    if (line.empty() || line[0] == '#' || split == std::string_view::npos) continue;
    const std::string_view key = trim(line.substr(0, split)), value = trim(line.substr(split + 1));
    if (key == "threshold") setThreshold(ParseLevel(value, Level::kAll));
    else if (key.starts_with("logger.")) logger(key.substr(7)).setLevel(ParseLevel(value, Level::kAll));
    else if (key.starts_with("additive.")) logger(key.substr(9)).setAdditive(value == "yes");
    else continue;
    ++understood;
  }
  return understood;
}
