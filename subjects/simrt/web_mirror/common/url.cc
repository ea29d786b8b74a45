#include "url.h"

#include <cctype>
#include <cstdlib>

std::string NormalisePath(std::string_view path) {
  std::vector<std::string> parts;
  const bool directory = path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") parts.emplace_back(part);
    else if (!parts.empty()) parts.pop_back();
  }
  std::string out;
  for (const std::string& part : parts) out += "/" + part;
  if (out.empty() || directory) out += '/';
  return out;
}

bool Url::Parse(std::string_view text, Url* out) {
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos || scheme == 0) return false;
  Url url;
  url.scheme = text.substr(0, scheme);
  url.port = url.scheme == "https" ? 443 : 80;
  text.remove_prefix(scheme + 3);
  if (const std::size_t fragment = text.find('#'); fragment != std::string_view::npos) text = text.substr(0, fragment);
  const std::size_t slash = std::min(text.find('/'), text.size());
  std::string_view host = text.substr(0, slash);
  text.remove_prefix(slash);
  if (const std::size_t colon = host.find(':'); colon != std::string_view::npos) {
    url.port = std::atoi(std::string(host.substr(colon + 1)).c_str());
    host = host.substr(0, colon);
  }
  if (host.empty() || url.port <= 0) return false;
  for (char c : host) url.host += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (const std::size_t query = text.find('?'); query != std::string_view::npos) {
    url.query = text.substr(query + 1);
    text = text.substr(0, query);
  }
  url.path = NormalisePath(text);
  *out = url;
  return true;
}

Url Url::Resolve(std::string_view reference) const {
  Url out;
  if (Parse(reference, &out)) return out;
  out = *this;
  out.query.clear();
  if (const std::size_t fragment = reference.find('#'); fragment != std::string_view::npos)
    reference = reference.substr(0, fragment);
  if (reference.empty()) return *this;
  if (const std::size_t query = reference.find('?'); query != std::string_view::npos) {
    out.query = reference.substr(query + 1);
    reference = reference.substr(0, query);
  }
  out.path = NormalisePath(reference.starts_with('/') ? std::string(reference) : Directory() + std::string(reference));
  return out;
}

std::string Url::Text() const {
  std::string out = scheme + "://" + host;
  if (port != (scheme == "https" ? 443 : 80)) out += ":" + std::to_string(port);
  out += path;
  if (!query.empty()) out += "?" + query;
  return out;
}

std::string Url::Directory() const { return path.substr(0, path.rfind('/') + 1); }

std::string Url::FileName() const {
  std::string out = host + path;
  if (path.ends_with('/')) out += "index.html";
  if (!query.empty()) out += "_" + EncodePercent(query);
  return out;
}

int Url::Depth() const {
  int depth = -1;
  for (char c : path) depth += c == '/';
  return depth;
}

std::string DecodePercent(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      out += static_cast<char>(std::strtol(std::string(text.substr(i + 1, 2)).c_str(), nullptr, 16));
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::string EncodePercent(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (unsigned char c : text) {
    if (std::isalnum(c) || c == '-' || c == '_' || c == '.') {
      out += static_cast<char>(c);
      continue;
    }
    out += '%';
    out += kDigits[c >> 4];
    out += kDigits[c & 15];
  }
  return out;
}
