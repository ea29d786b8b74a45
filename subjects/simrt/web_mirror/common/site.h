// The web that is mirrored: pages that are computed, the same every time.
#pragma once

#include <string>
#include <string_view>

struct Response {
  int status = 200;
  std::string type = "text/html", body;
};

class Site {
 public:
  Site(int pages, int links) : pages_(pages), links_(links) {}
  Response fetch(const std::string& host, const std::string& path) const;

 private:
  const int pages_, links_;
};
