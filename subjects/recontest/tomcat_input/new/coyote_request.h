// What the connector knows of a request: headers and the parts of its body as they came in.
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <string>

class CoyoteRequest {
 public:
  CoyoteRequest(std::string uri, std::deque<std::string> body) : uri_(std::move(uri)), body_(std::move(body)) {}
  const std::string& uri() const { return uri_; }
  void setHeader(const std::string& name, const std::string& value) { headers_[name] = value; }
  std::optional<std::string> header(const std::string& name) const;
  int contentLength() const;
  // The next part of the body; empty at its end.
  std::string doRead();
  long bytesRead() const { return bytesRead_; }

 private:
  const std::string uri_;
  std::map<std::string, std::string> headers_;
  std::deque<std::string> body_;
  long bytesRead_ = 0;
};
