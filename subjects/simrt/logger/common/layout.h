// How an event becomes a line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "level.h"

class Layout {
 public:
  virtual ~Layout() = default;
  virtual std::string format(const Event& event) const = 0;
  virtual std::string header() const { return ""; }
  virtual std::string footer() const { return ""; }
};

// "LEVEL - message".
class SimpleLayout : public Layout {
 public:
  std::string format(const Event& event) const override;
};

// %p level, %c logger, %m message, %x context, %t thread, %r number, %n new line, %% percent; %-5p and %10.3c set widths.
class PatternLayout : public Layout {
 public:
  explicit PatternLayout(std::string_view pattern);
  std::string format(const Event& event) const override;
  std::size_t parts() const { return parts_.size(); }

 private:
  struct Part {
    char kind = 0;  // 0: text
    std::string text;
    int minimum = 0, maximum = 1 << 20;
    bool left = false;
  };
  static std::string Fit(const std::string& text, const Part& part);
  std::vector<Part> parts_;
};

class XmlLayout : public Layout {
 public:
  std::string format(const Event& event) const override;
  std::string header() const override { return "<events>\n"; }
  std::string footer() const override { return "</events>\n"; }
  static std::string Escape(std::string_view text);
};

// "simple", "xml", or a pattern.
std::unique_ptr<Layout> MakeLayout(std::string_view description);
