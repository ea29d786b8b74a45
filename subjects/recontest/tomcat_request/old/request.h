// A request as a servlet sees it. The connector uses the object again for the next one, after recycle().
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "session.h"

struct Context {
  std::string path;
};

// What a servlet that is called back later holds on to.
class CometEvent {
 public:
  explicit CometEvent(std::string type) : type_(std::move(type)) {}
  const std::string& type() const { return type_; }
  void clear() { type_.clear(); }

 private:
  std::string type_;
};

class Request {
 public:
  Request(Manager& manager) : manager_(manager) {}

  void setContext(const Context* context);
  const Context* context() const;
  void setMethod(const std::string& method);
  std::string method() const;
  void setAttribute(const std::string& name, const std::string& value);
  std::string attribute(const std::string& name) const;
  void addParameter(const std::string& name, const std::string& value);
  std::vector<std::string> parameterValues(const std::string& name) const;
  void addCookie(const std::string& name, const std::string& value);
  std::string cookie(const std::string& name) const;
  void addNote(const std::string& note);

  // The session that the cookie names, or a new one. The request uses it until it is recycled.
  Session* session(bool create);
  CometEvent& startEvent();

  // As new: the session is no longer used, nothing is left of the request.
  void recycle();

 private:
  void recycleSession();
  void recycleEvent();
  void recycleParameters();

  Manager& manager_;
  mutable std::mutex lock_;
  const Context* context_ = nullptr;
  std::string method_;
  std::string authType_;
  std::map<std::string, std::string> attributes_;
  std::map<std::string, std::vector<std::string>> parameters_;
  std::map<std::string, std::string> cookies_;
  std::vector<std::string> notes_;
  bool parametersParsed_ = false;
  bool secure_ = false;
  Session* session_ = nullptr;
  CometEvent* event_ = nullptr;
  std::vector<std::unique_ptr<CometEvent>> events_;  // of all requests; freed with the object
};
