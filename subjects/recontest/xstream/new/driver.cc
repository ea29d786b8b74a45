#include "driver.h"

std::shared_ptr<XmlWriter> Driver::createWriter(std::string* out) {
  std::lock_guard<std::mutex> guard(lock_);
  if (!writer_) {
    writer_ = std::make_shared<XmlWriter>();
    ++made_;
  }
  writer_->reset(out);
  return writer_;
}

void Driver::setProperty(const std::string& name, const std::string& value) {
  std::lock_guard<std::mutex> guard(lock_);
  properties_[name] = value;
}

std::string Driver::property(const std::string& name) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = properties_.find(name);
  return found == properties_.end() ? "" : found->second;
}

int Driver::writersMade() const {
  std::lock_guard<std::mutex> guard(lock_);
  return made_;
}
