// A text that many sites have in common, kept once: names of functions are long, and a program has a site for every access.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace reweave::inline facts {

class SharedText {
 public:
  SharedText() = default;
  explicit SharedText(std::string text) : text_(text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text))) {}

  const std::string& str() const {
    static const std::string none;
    return text_ ? *text_ : none;
  }
  operator const std::string&() const { return str(); }
  operator std::string_view() const { return str(); }
  bool empty() const { return !text_; }
  std::size_t find(std::string_view part) const { return str().find(part); }
  bool starts_with(std::string_view head) const { return str().starts_with(head); }

  friend bool operator==(const SharedText& a, const SharedText& b) { return a.text_ == b.text_ || a.str() == b.str(); }
  friend bool operator==(const SharedText& a, std::string_view b) { return a.str() == b; }

 private:
  std::shared_ptr<const std::string> text_;  // null: ""
};

}  // namespace reweave::inline facts
