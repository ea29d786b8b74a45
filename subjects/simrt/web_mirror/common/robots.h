// What a host does not want to be fetched, and limits of a mirror. Neither changes once it is made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "url.h"

class Robots {
 public:
  explicit Robots(std::string_view text);
  bool allows(std::string_view path) const;
  std::size_t rules() const { return rules_.size(); }

 private:
  struct Rule {
    std::string prefix;
    bool allow = false;
  };
  std::vector<Rule> rules_;
};

struct MirrorConfig {
  int max_depth = 4;
  bool images = true, other_hosts = false;
  std::string must_contain;

  // "depth = 3", "images = no", "other_hosts = yes", "must_contain = x", a line each. Lines that were understood.
  int parse(std::string_view text);
  bool wants(const Url& from, const Url& to) const;
};
