// A site in memory: pages by address, which lead to other pages. Nothing changes it.
#pragma once

#include <optional>
#include <string>

class Site {
 public:
  explicit Site(long pages) : pages_(pages) {}
  std::optional<std::string> Fetch(const std::string& address) const;
  static std::string Address(long number) { return "/page" + std::to_string(number); }

 private:
  const long pages_;
};
