#include "links.h"

std::vector<std::string> Links(const std::string& page) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = page.find("href=\"", at)) != std::string::npos;) {
    at += 6;
    const std::size_t end = page.find('"', at);
    if (end == std::string::npos) break;
    if (page[at] == '/') out.push_back(page.substr(at, end - at));
    at = end + 1;
  }
  return out;
}
