#include "coyote_request.h"

#include <cstdlib>

std::optional<std::string> CoyoteRequest::header(const std::string& name) const {
  const auto found = headers_.find(name);
  return found == headers_.end() ? std::nullopt : std::optional<std::string>(found->second);
}

int CoyoteRequest::contentLength() const {
  const auto text = header("content-length");
  return text ? std::atoi(text->c_str()) : -1;
}

std::string CoyoteRequest::doRead() {
  if (body_.empty()) return "";
  std::string part = std::move(body_.front());
  body_.pop_front();
  bytesRead_ += static_cast<long>(part.size());
  return part;
}
