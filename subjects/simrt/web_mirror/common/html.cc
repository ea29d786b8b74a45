#include "html.h"

#include <cctype>

namespace {

char Lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool NameIs(std::string_view tag, std::string_view name) {
  if (tag.size() < name.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (Lower(tag[i]) != name[i]) return false;
  return tag.size() == name.size() || !std::isalnum(static_cast<unsigned char>(tag[name.size()]));
}

}  // namespace

std::string AttributeOf(std::string_view tag, std::string_view name) {
  for (std::size_t at = 0; at + name.size() < tag.size(); ++at) {
    if (at > 0 && !std::isspace(static_cast<unsigned char>(tag[at - 1]))) continue;
    if (!NameIs(tag.substr(at), name)) continue;
    std::size_t from = at + name.size();
    while (from < tag.size() && std::isspace(static_cast<unsigned char>(tag[from]))) ++from;
    if (from >= tag.size() || tag[from] != '=') continue;
    ++from;
    while (from < tag.size() && std::isspace(static_cast<unsigned char>(tag[from]))) ++from;
    if (from < tag.size() && (tag[from] == '"' || tag[from] == '\'')) {
      const std::size_t end = tag.find(tag[from], from + 1);
      return std::string(tag.substr(from + 1, end == std::string_view::npos ? end : end - from - 1));
    }
    std::size_t end = from;
    while (end < tag.size() && !std::isspace(static_cast<unsigned char>(tag[end]))) ++end;
    return std::string(tag.substr(from, end - from));
  }
  return "";
}

PageLinks ExtractLinks(std::string_view html) {
  PageLinks out;
  for (std::size_t open = html.find('<'); open != std::string_view::npos; open = html.find('<', open + 1)) {
    if (html.substr(open).starts_with("<!--")) {
      open = html.find("-->", open);
      if (open == std::string_view::npos) break;
      continue;
    }
    const std::size_t close = html.find('>', open);
    if (close == std::string_view::npos) break;
    const std::string_view tag = html.substr(open + 1, close - open - 1);
    if (NameIs(tag, "a") || NameIs(tag, "area")) {
      if (std::string link = AttributeOf(tag, "href"); !link.empty()) out.links.push_back(DecodeEntities(link));
    } else if (NameIs(tag, "frame") || NameIs(tag, "iframe")) {
      if (std::string link = AttributeOf(tag, "src"); !link.empty()) out.links.push_back(DecodeEntities(link));
    } else if (NameIs(tag, "img")) {
      if (std::string link = AttributeOf(tag, "src"); !link.empty()) out.images.push_back(DecodeEntities(link));
    } else if (NameIs(tag, "title")) {
      const std::size_t end = html.find("</", close);
      if (end != std::string_view::npos) out.title = DecodeEntities(html.substr(close + 1, end - close - 1));
    } else if (NameIs(tag, "meta") && AttributeOf(tag, "name") == "robots") {
      out.follow = AttributeOf(tag, "content").find("nofollow") == std::string::npos;
    }
    open = close;
  }
  return out;
}

std::string DecodeEntities(std::string_view text) {
  struct Entity {
    std::string_view name;
    char value;
  };
  static constexpr Entity kEntities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&nbsp;", ' '}};
  std::string out;
  while (!text.empty()) {
    bool found = false;
    for (const Entity& entity : kEntities) {
      if (!text.starts_with(entity.name)) continue;
      out += entity.value;
      text.remove_prefix(entity.name.size());
      found = true;
      break;
    }
    if (found) continue;
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

std::string RewriteLinks(std::string_view html, std::string_view prefix) {
  std::string out;
  for (;;) {
    const std::size_t at = html.find(prefix);
    out += html.substr(0, at);
    if (at == std::string_view::npos) return out;
    html.remove_prefix(at + prefix.size());
    out += "./";
  }
}

int CountWords(std::string_view html) {
  int words = 0;
  bool in_tag = false, in_word = false;
  for (char c : html) {
    if (c == '<') in_tag = true;
    const bool letter = !in_tag && std::isalnum(static_cast<unsigned char>(c));
    if (letter && !in_word) ++words;
    in_word = letter;
    if (c == '>') in_tag = false;
  }
  return words;
}
