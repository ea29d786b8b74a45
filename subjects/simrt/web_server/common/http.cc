#include "http.h"

#include <cctype>
#include <cstdlib>

namespace {

bool SameName(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(a[i])) != std::tolower(static_cast<unsigned char>(b[i]))) return false;
  return true;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string HttpMessage::header(std::string_view name) const {
  for (const auto& [known, value] : headers)
    if (SameName(known, name)) return value;
  return "";
}

bool Request::keepAlive() const {
  const std::string connection = header("Connection");
  return version == "HTTP/1.1" ? connection != "close" : connection == "keep-alive";
}

ParseResult ParseRequest(std::string_view text, Request* out, std::size_t* used) {
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string_view::npos) return text.size() > 8192 ? ParseResult::kBad : ParseResult::kPartial;
  std::string_view head = text.substr(0, end + 2);
  const std::size_t first = head.find("\r\n");
  const std::string_view line = head.substr(0, first);
  head.remove_prefix(first + 2);
  const std::size_t space = line.find(' '), last = line.rfind(' ');
  if (space == std::string_view::npos || last == space) return ParseResult::kBad;
  Request request;
  request.method = line.substr(0, space);
  std::string_view target = line.substr(space + 1, last - space - 1);
  request.version = line.substr(last + 1);
  if (target.empty() || target[0] != '/' || !request.version.starts_with("HTTP/1.")) return ParseResult::kBad;
  if (const std::size_t query = target.find('?'); query != std::string_view::npos) {
    request.query = target.substr(query + 1);
    target = target.substr(0, query);
  }
  request.path = target;
  while (!head.empty()) {
    const std::size_t stop = head.find("\r\n");
    const std::string_view field = head.substr(0, stop);
    head.remove_prefix(std::min(stop + 2, head.size()));
    const std::size_t colon = field.find(':');
    if (colon == std::string_view::npos) return ParseResult::kBad;
    request.headers.emplace_back(field.substr(0, colon), Trim(field.substr(colon + 1)));
  }
  const std::size_t length = static_cast<std::size_t>(std::atol(request.header("Content-Length").c_str()));
  if (text.size() < end + 4 + length) return ParseResult::kPartial;
  request.body = text.substr(end + 4, length);
  *used = end + 4 + length;
  *out = std::move(request);
  return ParseResult::kComplete;
}

const char* ReasonOf(int status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    default: return "Error";
  }
}

std::string Serialise(const Reply& reply, bool with_body) {
  std::string out = "HTTP/1.1 " + std::to_string(reply.status) + " " + ReasonOf(reply.status) + "\r\n";
  for (const auto& [name, value] : reply.headers) out += name + ": " + value + "\r\n";
  out += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n";
  if (with_body) out += reply.body;
  return out;
}

std::string DecodeForm(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (pair.substr(0, equals) != name) continue;
    std::string out;
    for (char c : pair.substr(std::min(equals + 1, pair.size()))) out += c == '+' ? ' ' : c;
    return out;
  }
  return "";
}

std::string TypeOf(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  const std::string_view ending = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  if (ending == "html" || path.ends_with('/')) return "text/html";
  if (ending == "css") return "text/css";
  if (ending == "png") return "image/png";
  return "text/plain";
}
