#include "request.h"

void Request::setContext(const Context* context) {
  std::lock_guard<std::mutex> guard(lock_);
  context_ = context;
}

const Context* Request::context() const {
  std::lock_guard<std::mutex> guard(lock_);
  return context_;
}

void Request::setMethod(const std::string& method) {
  std::lock_guard<std::mutex> guard(lock_);
  method_ = method;
}

std::string Request::method() const {
  std::lock_guard<std::mutex> guard(lock_);
  return method_;
}

void Request::setAttribute(const std::string& name, const std::string& value) {
  std::lock_guard<std::mutex> guard(lock_);
  attributes_[name] = value;
}

std::string Request::attribute(const std::string& name) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = attributes_.find(name);
  return found == attributes_.end() ? "" : found->second;
}

void Request::addParameter(const std::string& name, const std::string& value) {
  std::lock_guard<std::mutex> guard(lock_);
  parametersParsed_ = true;
  parameters_[name].push_back(value);
}

std::vector<std::string> Request::parameterValues(const std::string& name) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = parameters_.find(name);
  return found == parameters_.end() ? std::vector<std::string>() : found->second;
}

void Request::addCookie(const std::string& name, const std::string& value) {
  std::lock_guard<std::mutex> guard(lock_);
  cookies_[name] = value;
}

std::string Request::cookie(const std::string& name) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = cookies_.find(name);
  return found == cookies_.end() ? "" : found->second;
}

void Request::addNote(const std::string& note) {
  std::lock_guard<std::mutex> guard(lock_);
  notes_.push_back(note);
}

Session* Request::session(bool create) {
  std::lock_guard<std::mutex> guard(lock_);
  if (session_ != nullptr) return session_;
  const auto id = cookies_.find("JSESSIONID");
  if (id == cookies_.end()) return nullptr;
  session_ = manager_.findSession(id->second);
  if (session_ == nullptr && create) session_ = manager_.createSession(id->second);
  if (session_ != nullptr) session_->access();
  return session_;
}

CometEvent& Request::startEvent() {
  std::lock_guard<std::mutex> guard(lock_);
  if (event_ == nullptr) {
    events_.push_back(std::make_unique<CometEvent>("begin"));
    event_ = events_.back().get();
  }
  return *event_;
}

void Request::recycleEvent() {
  if (event_ == nullptr) return;
  event_->clear();
  event_ = nullptr;
}

void Request::recycleSession() {
  if (session_ == nullptr) return;
  session_->endAccess();
  session_ = nullptr;
}

void Request::recycleParameters() {
  parametersParsed_ = false;
  parameters_.clear();
}

void Request::recycle() {
  std::lock_guard<std::mutex> guard(lock_);
  context_ = nullptr;
  method_.clear();
  authType_.clear();
  recycleEvent();
  secure_ = false;
  attributes_.clear();
  notes_.clear();
  cookies_.clear();
  recycleParameters();
  recycleSession();
}
