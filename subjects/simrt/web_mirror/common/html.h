// What a mirror wants to know of a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

struct PageLinks {
  std::vector<std::string> links, images;
  std::string title;
  bool follow = true;  // <meta name=robots content=nofollow>
};

PageLinks ExtractLinks(std::string_view html);
std::string AttributeOf(std::string_view tag, std::string_view name);
std::string DecodeEntities(std::string_view text);
// Links to pages of the mirror become relative.
std::string RewriteLinks(std::string_view html, std::string_view prefix);
int CountWords(std::string_view html);
