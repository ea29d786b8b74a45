// Addresses of pages, taken apart and put together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

struct Url {
  std::string scheme = "http", host, path = "/", query;
  int port = 80;

  static bool Parse(std::string_view text, Url* out);
  Url Resolve(std::string_view reference) const;
  std::string Text() const;
  std::string Directory() const;
  std::string FileName() const;   // where a mirror keeps it
  int Depth() const;              // directories
  bool SameHost(const Url& other) const { return host == other.host && port == other.port; }
};

// "a/./b/../c" becomes "a/c".
std::string NormalisePath(std::string_view path);
std::string DecodePercent(std::string_view text);
std::string EncodePercent(std::string_view text);
