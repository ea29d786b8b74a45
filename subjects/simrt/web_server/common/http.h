// Requests and responses as text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct HttpMessage {
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::string header(std::string_view name) const;  // "" if there is none
};

struct Request : HttpMessage {
  std::string method, path, query, version;
  bool keepAlive() const;
};

struct Reply : HttpMessage {
  int status = 200;
};

enum class ParseResult { kComplete, kPartial, kBad };
// `used`: bytes of the request.
ParseResult ParseRequest(std::string_view text, Request* out, std::size_t* used);
std::string Serialise(const Reply& reply, bool with_body);
const char* ReasonOf(int status);
std::string DecodeForm(std::string_view text, std::string_view name);
std::string TypeOf(std::string_view path);
