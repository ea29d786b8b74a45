#include "site.h"

#include <cstdlib>

Response Site::fetch(const std::string& host, const std::string& path) const {
  if (host != "example.org") return {404, "text/plain", "no such host"};
  if (path == "/robots.txt") return {200, "text/plain", "User-agent: *\nDisallow: /private/\n"};
  if (path.ends_with(".png")) return {200, "image/png", "PNG"};
  const std::size_t at = path.rfind("page");
  const int number = at == std::string::npos ? 0 : std::atoi(path.c_str() + at + 4);
  if (number >= pages_) return {404, "text/html", "<title>Not here</title>"};
  std::string body = "<html><head><title>Page " + std::to_string(number) + "</title></head><body>";
  for (int i = 1; i <= links_; ++i)
    body += "<a href=\"/dir" + std::to_string(i) + "/page" + std::to_string((number * links_ + i) % (pages_ + 1)) + "\">next</a>";
  return {200, "text/html", body + "<img src=logo.png></body></html>"};
}
